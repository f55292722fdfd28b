import type { Tab } from '../state/at-hand.ts'
import type { HelpRow, Holder, ResultRow } from '../../wire.ts'
import { CANCELLED, SOLVED } from '../../../../../schemas/teaching/help-states.ts'
import { NOT_SUBMITTED, SCORED, SUBMITTED } from '../../../../../schemas/teaching/submission-states.ts'

const gone = '已移走或删除'
const elsewhere = '已不在此列表'

const whoOf = (id: string | null | undefined, name: string | null | undefined, me: Holder): string =>
  id === me.id ? '我' : (name ?? '同事')

/** What became of a result that left a list: `now` is its state as reported, or from another list. */
export function resultDeparture(tab: Tab, now: ResultRow | null | undefined, me: Holder): string {
  if (now === null) return gone
  if (now?.submitStatus === SCORED && tab === 'submitted') return `已由${nameIn(whoOf(now.markerId, now.markerId_dictText, me))}评分`
  if (now?.submitStatus === SUBMITTED && tab === 'history') return '评分已撤销'
  if (now?.submitStatus === NOT_SUBMITTED) return '已不是提交状态'
  return elsewhere
}

/** What became of a request for help. */
export function helpDeparture(now: HelpRow | null | undefined, me: Holder): string {
  if (now === null) return gone
  if (now?.status === SOLVED) return `已由${nameIn(whoOf(now.solverId, now.solverId_dictText, me))}解决`
  if (now?.status === CANCELLED) return '学生已取消'
  return now ? elsewhere : '已解决或取消'
}

/** A name between two words has spaces around it. */
const nameIn = (name: string): string => (name === '我' ? name : ` ${name} `)

export const takenBy = ({ name }: Holder): string => `已由 ${name} 接手`
