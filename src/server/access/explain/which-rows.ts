import type { Model } from '../../../../engine/server/index.ts'
import { rightsHolder } from '../actor-of.ts'
import type { Questioned } from '../person-of.ts'
import type { Sources } from './sources.ts'

/** Rows beyond this are not counted: who has so many sees nearly all. */
const MOST_COUNTED = 10_000

/** The rows that somebody sees of one entity. */
export interface CountedRows {
  readonly entity: string
  readonly title: string
  /** Address of its page, if it is in the menu. */
  readonly path: string | undefined
  readonly count: number
  /** There are more than were counted. */
  readonly more: boolean
}

/** How many rows of each entity somebody sees whose rows they may look at at all. */
export async function whichRows(sources: Sources, { person, roleName, isAccount }: Questioned) {
  const { actor } = await rightsHolder(sources, person)
  const nodes = await sources.access.nodes()
  const pageOf = ({ permission }: Model) => nodes.find(({ code, hidden }) => code === `${permission}:view` && !hidden)?.url
  const rows: CountedRows[] = []
  for (const model of sources.engine.models.values()) {
    if (!actor.permissions.has(`${model.permission}:view`)) continue
    const found = await sources.engine.countVisible(model, actor, MOST_COUNTED + 1)
    const count = Math.min(found, MOST_COUNTED)
    rows.push({ entity: model.name, title: model.entity.title, path: pageOf(model), count, more: found > MOST_COUNTED })
  }
  const { username, realname, role } = person
  return { who: { username, realname, roleCode: role, roleName, isAccount }, rows }
}
