import type { HelpRow, Holder } from '../wire.ts'
import { momentOf } from '../../../teaching/moment.ts'

type TakenHelp = Pick<HelpRow, 'takerId' | 'takerId_dictText' | 'takenUntil'>

/** Who is on the way to a request: nobody once their time has run out. `now` is the server's moment. */
export const helpTaker = ({ takerId, takerId_dictText, takenUntil }: TakenHelp, now: number): Holder | undefined =>
  takerId && momentOf(takenUntil ?? '') > now ? { id: takerId, name: takerId_dictText || '同事' } : undefined
