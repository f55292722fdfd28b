import type { RuleContext, Rules } from '../../../../engine/server/index.ts'
import { openKeyOf, type HelpPlace } from './help-rows.ts'

type Request = HelpPlace & { readonly id: string }

const distinct = (rows: readonly Request[], key: keyof HelpPlace): string[] => [...new Set(rows.map((row) => row[key] ?? ''))]

/** The students who share the devices of these requests, each with the place that they share. */
async function atPlaces({ tx }: RuleContext, requests: readonly Request[]): Promise<{ place: string; stuId: string }[]> {
  const rows = await tx
    .selectFrom('bh_inspection_result')
    .select(['experi_group_id as experiGroupId', 'inspection_id as inspectionId', 'facility_id as facilityId', 'stu_id as stuId'])
    .where('facility_id', 'in', distinct(requests, 'facilityId'))
    .where('inspection_id', 'in', distinct(requests, 'inspectionId'))
    .where('experi_group_id', 'in', distinct(requests, 'experiGroupId'))
    .execute()
  return rows.map((row) => ({ place: openKeyOf(row), stuId: row.stuId ?? '' }))
}

/** A request belongs to the whole bench: the mates, who do not own the row, are told that it changed. */
async function tellMates(context: RuleContext, requests: readonly Request[]): Promise<void> {
  const shared = requests.filter(({ facilityId }) => facilityId)
  if (shared.length === 0) return
  const people = await atPlaces(context, shared)
  for (const request of shared)
    for (const { place, stuId } of people)
      if (place === openKeyOf(request) && stuId !== request.stuId)
        context.engine.announce(context.tx, { topic: `user:${stuId}`, cmd: 'mateHelp', body: { id: request.id } })
}

export const helpRules: Rules<'helpRequest'> = {
  afterWrite: (context, changes) =>
    tellMates(
      context,
      changes.flatMap(({ before, after }) => {
        const request = after ?? before
        return request ? [request] : []
      }),
    ),
}
