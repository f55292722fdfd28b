import { filterField } from '../../schema/check/lists.ts'
import type { ListSpec, WireRow } from '../../schema/index.ts'
import type { Actor, Engine, Model, Page } from '../contract.ts'
import { stemOf } from '../query/list-filters.ts'
import { chosenFrom } from './option-access.ts'
import type { Query } from './route-maker.ts'

const paging = ['pageNo', 'pageSize', 'column', 'order']

interface Asked {
  readonly engine: Engine
  readonly model: Model
  readonly list: string
  readonly spec: ListSpec<string>
  readonly query: Query
  readonly actor: Actor
}

/** What may be asked besides pages: the filters of the list, what narrows the choice, and the node of a tree beside the list. */
function askable({ engine, model, list, spec, query }: Asked): Query {
  const windows = chosenFrom(engine, model, list)
  const narrowed = windows.flatMap(({ field, spec: { tree } }) => [...Object.values(field.dependsOn ?? {}), ...(tree ? [tree.by] : [])])
  const stems = new Set([...(spec.filters ?? []).map(filterField), ...narrowed])
  const sorts = new Set([...spec.columns.map(filterField), 'createTime'])
  const isAskable = (name: string): boolean => paging.includes(name) || stems.has(stemOf(name))
  const asked = Object.fromEntries(Object.entries(query).filter(([name]) => isAskable(name)))
  return (asked['column'] ?? '').split(',').every((name) => name === '' || sorts.has(name)) ? asked : { ...asked, column: undefined }
}

/**
 * A page of a list for someone who may choose from it but not look at the entity: the rows in their scope, of each of them only what the
 * window shows and what its fields hold.
 */
export async function chooseRows(asked: Asked): Promise<Page> {
  const { engine, model, list, spec, actor } = asked
  const held = chosenFrom(engine, model, list).flatMap(({ field: { show, key, beside } }) => [show, key, beside])
  const keys = new Set([...spec.columns.map(filterField), ...held, 'id', model.id, model.entity.label])
  const shown = (row: WireRow): WireRow =>
    Object.fromEntries(Object.entries(row).filter(([name]) => keys.has(name.replace(/_dictText$/, ''))))
  const page = await engine.list({ entity: model.name, list, query: askable(asked), actor })
  return { ...page, records: page.records.map(shown) }
}
