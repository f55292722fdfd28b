import { afterDone, nextBehind, nextFrom, stepFrom, type Lists, type Tab } from './at-hand.ts'
import { commandOf, type Press } from '../../shared/bindings.ts'

/** The row that a user typing ahead means. */
export interface TypingTarget {
  readonly tab: Tab
  readonly id: string | undefined
  /** Its score will be open. */
  readonly isOpen: boolean
  /** Something was typed for it. */
  readonly isTyped?: boolean
}

const tabs: Readonly<Partial<Record<string, Tab>>> = { tab1: 'submitted', tab2: 'help', tab3: 'history' }

/** Where the user is after a save. */
export function targetAfterSave(lists: Lists, { tab, id }: TypingTarget, thenNext: boolean): TypingTarget {
  const then = id === undefined ? undefined : afterDone(lists, tab, id)
  if (!thenNext) return { tab, id: then, isOpen: false }
  return { tab: 'submitted', id: tab === 'submitted' ? then : nextFrom(lists, lists.selection.submitted.get()), isOpen: true }
}

/** What the next key refers to, given the lists as the user sees them. */
export function targetAfter(lists: Lists, target: TypingTarget, press: Press): TypingTarget {
  const { tab, id, isOpen } = target
  const command = commandOf(press, isOpen ? 'score' : 'list')
  if (command === 'save' || command === 'saveAndNext') return targetAfterSave(lists, target, command === 'saveAndNext')
  if (command === 'next') return { tab: 'submitted', id: isOpen ? nextBehind(lists, id) : nextFrom(lists, id), isOpen: true }
  if (command === 'down' || command === 'up') return { tab, id: stepFrom(lists, tab, id, command === 'down' ? 1 : -1), isOpen }
  if (command === 'edit' || command === 'comments') return { ...target, isOpen: true }
  if (command === 'digit' || (command === undefined && isOpen)) return { ...target, isOpen: true, isTyped: true }
  const other = command && tabs[command]
  return other ? { tab: other, id: lists.selection[other].get(), isOpen: false } : target
}

/** The next row is on its way and nothing was typed for it: pressing the key again does not ask for another one. */
export const isAskedAgain = ({ isOpen, isTyped }: TypingTarget, press: Press): boolean =>
  isOpen && isTyped !== true && commandOf(press, 'score') === 'next'
