import {
  anyNumber,
  anyText,
  integer,
  nonEmptyText,
  objectOf,
  oneOf,
  open,
  orElse,
  orNull,
  type JsonOf,
} from '../../../../../engine/json-schema-parts.ts'
import { asFarAs } from '../../../../../engine/outside.ts'
import type { FeedEvent } from '../../../../feed/messages.ts'
import type { Claim, EndedClaim, HelpRow, Holder, Kit, ResultRow } from '../../wire.ts'
import { CANCELLED, SOLVED, WAITING } from '../../../../../schemas/teaching/help-states.ts'
import { NOT_SUBMITTED, SCORED, SUBMITTED } from '../../../../../schemas/teaching/submission-states.ts'

/** A claim as it is told, or its end. */
type HolderNews = Pick<Claim, 'id'> & { readonly holder: Claim['holder'] | EndedClaim['holder']; readonly until: number }

const holder = objectOf<Holder>({ required: { id: true, name: true }, properties: { id: nonEmptyText, name: anyText } })
const holderNews = open(
  objectOf<HolderNews>({
    required: { id: true, holder: true, until: true },
    properties: { id: nonEmptyText, holder: orElse(orNull(open(holder)), null), until: orElse(anyNumber, 0) },
  }),
)
const kit = open(
  objectOf<Kit>({
    required: { experiGroupId: true, stuId: true, tjh: true },
    properties: { experiGroupId: nonEmptyText, stuId: nonEmptyText, tjh: anyText },
  }),
)

/** The server makes a row by the entity's schema; what the lists keep it by is checked. */
const rowWith = <Row>(state: keyof Row & string, of: JsonOf<number>): JsonOf<Row> => ({
  type: 'object',
  required: ['id', 'version', state],
  properties: { id: nonEmptyText, version: integer, [state]: of },
})
const result = rowWith<ResultRow>('submitStatus', oneOf(NOT_SUBMITTED, SUBMITTED, SCORED))
const help = rowWith<HelpRow>('status', oneOf(WAITING, SOLVED, CANCELLED))

/** What an event says, as far as this page can read it. */
export const holderNewsIn = ({ body }: FeedEvent): HolderNews | undefined => asFarAs(holderNews, body)
export const kitIn = ({ body }: FeedEvent): Kit | undefined => asFarAs(kit, body)
export const resultIn = ({ row }: FeedEvent): ResultRow | undefined => asFarAs(result, row)
export const helpIn = ({ row }: FeedEvent): HelpRow | undefined => asFarAs(help, row)
