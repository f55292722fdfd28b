import { afterDone, nextBehind, nextFrom, stepFrom, type Lists, type Tab } from './at-hand.ts'
import { commandOf, type Press } from '../../shared/bindings.ts'

/** The row that a user typing ahead means. */
export interface Aim {
  readonly tab: Tab
  readonly id: string | undefined
  /** Its score will be open. */
  readonly isOpen: boolean
  /** Something was typed for it. */
  readonly isTyped?: boolean
}

const tabs: Readonly<Partial<Record<string, Tab>>> = { tab1: 'submitted', tab2: 'help', tab3: 'history' }

/** Where the user is after a save. */
export function aimAfterSave(lists: Lists, { tab, id }: Aim, thenNext: boolean): Aim {
  const then = id === undefined ? undefined : afterDone(lists, tab, id)
  if (!thenNext) return { tab, id: then, isOpen: false }
  return { tab: 'submitted', id: tab === 'submitted' ? then : nextFrom(lists, lists.selection.submitted.get()), isOpen: true }
}

/** What the next key refers to, given the lists as the user sees them. */
export function aimAfter(lists: Lists, aim: Aim, press: Press): Aim {
  const { tab, id, isOpen } = aim
  const command = commandOf(press, isOpen ? 'score' : 'list')
  if (command === 'save' || command === 'saveAndNext') return aimAfterSave(lists, aim, command === 'saveAndNext')
  if (command === 'next') return { tab: 'submitted', id: isOpen ? nextBehind(lists, id) : nextFrom(lists, id), isOpen: true }
  if (command === 'down' || command === 'up') return { tab, id: stepFrom(lists, tab, id, command === 'down' ? 1 : -1), isOpen }
  if (command === 'edit' || command === 'comments') return { ...aim, isOpen: true }
  if (command === 'digit' || (command === undefined && isOpen)) return { ...aim, isOpen: true, isTyped: true }
  const other = command && tabs[command]
  return other ? { tab: other, id: lists.selection[other].get(), isOpen: false } : aim
}

/** The next row is on its way and nothing was typed for it: pressing the key again does not ask for another one. */
export const isAskedAgain = ({ isOpen, isTyped }: Aim, press: Press): boolean =>
  isOpen && isTyped !== true && commandOf(press, 'score') === 'next'
