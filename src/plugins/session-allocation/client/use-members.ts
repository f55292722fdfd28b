import { App } from 'antd'
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { memberId, type MemberActs } from './MemberItem.tsx'
import { isFull, sessionIndexOf, type Plan } from '../shared/plan.ts'
import type { PlanChange } from './use-plan.ts'

const nobody: ReadonlySet<string> = new Set()

/** The next session in this direction that has seats for this many more. */
function freeBeside(plan: Plan, { from, by, count }: { from: number; by: 1 | -1; count: number }): number | undefined {
  for (let index = from + by; index >= 0 && index < plan.sessions.length; index += by) {
    const session = plan.sessions[index]
    if (session && session.students.length + count <= session.seatNum) return index
  }
  return undefined
}

function neighbour(student: string, step: 1 | -1): HTMLElement | undefined {
  const all = [...document.querySelectorAll<HTMLElement>('.plan-member')]
  return all[all.findIndex(({ id }) => id === memberId(student)) + step]
}

interface Hands {
  /** The current plan, and who is chosen. */
  now(): { readonly plan: Plan; readonly selected: ReadonlySet<string> }
  readonly dragged: { current: readonly string[] }
  select(change: (before: ReadonlySet<string>) => ReadonlySet<string>): void
  /** Keep the focus on a student, even if their card is drawn elsewhere. */
  follow(student: string): void
  change(change: PlanChange): void
  warn(sentence: string): void
}

/** If the student is chosen, all chosen students move along. */
function chosenWith({ now }: Hands, student: string): readonly string[] {
  const { selected } = now()
  return selected.has(student) ? [...selected] : [student]
}

/** Moves all of them or none; a full session takes nobody. */
function moveTo({ now, change, select, warn }: Hands, students: readonly string[], place: number): void {
  const { plan } = now()
  const target = plan.sessions[place]
  const coming = students.filter((student) => sessionIndexOf(plan, student) !== place)
  if (coming.length === 0) return
  const free = target ? target.seatNum - target.students.length : coming.length
  if (free < coming.length) return warn(`${target?.groupName ?? ''}只剩 ${free} 个座位！`)
  change({ to: 'move', students: coming, place })
  select(() => nobody)
}

function stepBeside(hands: Hands, student: string, by: 1 | -1): void {
  const { plan } = hands.now()
  const students = chosenWith(hands, student)
  const place = freeBeside(plan, { from: sessionIndexOf(plan, student), by, count: students.length })
  if (place === undefined) return hands.warn('没有可移入的场次！')
  hands.follow(student)
  hands.change({ to: 'move', students, place })
}

/** If the session is full, the student swaps with the member they are dropped onto; otherwise they move into that member's session. */
function dropOnto(hands: Hands, student: string): void {
  const { plan } = hands.now()
  const [one, ...more] = hands.dragged.current
  const place = sessionIndexOf(plan, student)
  const target = plan.sessions[place]
  if (one === undefined || one === student) return
  if (more.length === 0 && target && isFull(target)) hands.change({ to: 'swap', one, other: student })
  else moveTo(hands, hands.dragged.current, place)
}

const toggled = (before: ReadonlySet<string>, student: string): ReadonlySet<string> => {
  const next = new Set(before)
  if (!next.delete(student)) next.add(student)
  return next
}

/** Space chooses; arrows walk along the members, or carry the chosen students to the session before or after. */
function press(hands: Hands, event: KeyboardEvent<HTMLElement>, student: string): void {
  const { key } = event
  const by = key === 'ArrowRight' || key === 'ArrowDown' ? 1 : -1
  const aside = key === 'ArrowLeft' || key === 'ArrowRight'
  if (key === ' ' || key === 'Enter') hands.select((before) => toggled(before, student))
  else if (aside && hands.now().selected.has(student)) stepBeside(hands, student, by)
  else if (aside || key === 'ArrowUp' || key === 'ArrowDown') neighbour(student, by)?.focus()
  else return
  event.preventDefault()
}

function actsOf(hands: Hands): MemberActs {
  return {
    toggle: (student) => hands.select((before) => toggled(before, student)),
    press: (event, student) => press(hands, event, student),
    drag: (student) => {
      hands.dragged.current = chosenWith(hands, student)
    },
    dropOn: (student) => dropOnto(hands, student),
  }
}

/** Choosing members and moving them, by pointer and by keyboard. */
export function useMembers(plan: Plan, change: (change: PlanChange) => void) {
  const { message } = App.useApp()
  const [selected, setSelected] = useState(nobody)
  const dragged = useRef<readonly string[]>([])
  const followed = useRef<string>()
  const now = useRef({ plan, selected })
  useEffect(() => {
    now.current = { plan, selected }
    if (followed.current) document.getElementById(memberId(followed.current))?.focus()
    followed.current = undefined
  })
  const doing = useMemo(() => {
    const hands: Hands = {
      now: () => now.current,
      dragged,
      select: setSelected,
      follow: (student) => {
        followed.current = student
      },
      change,
      warn: (sentence) => void message.warning(sentence),
    }
    const swapSelected = () => {
      const [one, other] = now.current.selected
      if (one !== undefined && other !== undefined) change({ to: 'swap', one, other })
      setSelected(nobody)
    }
    return {
      acts: actsOf(hands),
      dropInto: (place: number) => moveTo(hands, dragged.current, place),
      moveSelected: (place: number) => moveTo(hands, [...now.current.selected], place),
      swapSelected,
      clear: () => setSelected(nobody),
    }
  }, [change, message])
  return { selected, ...doing }
}
