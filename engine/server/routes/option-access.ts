import { isReference, isVia } from '../../fields/structure.ts'
import { isWritable } from '../../schema/check-row.ts'
import type { AnyField } from '../../schema/index.ts'
import type { Actor, Engine, Model } from '../contract.ts'
import type { NamedBy } from '../query/find-rows.ts'
import { callAccess } from './call-routes.ts'

function pointing(engine: Engine, model: Model) {
  return [...engine.models.values()].flatMap((other) =>
    Object.values(other.entity.fields).flatMap((field) =>
      isReference(field) && engine.models.get(field.to) === model ? [{ other, field }] : [],
    ),
  )
}

/** The params of calls that point to an entity, each with the permission of its call. */
const paramsTo = (engine: Engine, model: Model) =>
  [...engine.models.values()].flatMap((other) =>
    Object.entries(other.entity.calls ?? {}).flatMap(([name, call]) => {
      const access = callAccess(other, name, call)
      const fields = Object.values(call.params ?? {}).filter((field) => isReference(field) && field.to === model.name)
      return fields.map((field) => ({ field, access }))
    }),
  )

/** The stored reference behind a field, followed through `via`. */
function referenceOf(engine: Engine, model: Model, key: string): AnyField | undefined {
  const field = model.entity.fields[key]
  if (!isVia(field)) return field
  const by = referenceOf(engine, model, field.by)
  const target = isReference(by) ? engine.models.get(by.to) : undefined
  return target && referenceOf(engine, target, field.field)
}

/** The fields of another entity by which its lists are filtered and that point to this one. */
function filtersTo(engine: Engine, other: Model, model: Model): string[] {
  const { list, lists } = other.entity
  const keys = [list, ...Object.values(lists ?? {})].flatMap((spec) =>
    (spec.filters ?? []).map((filter) => (typeof filter === 'object' ? filter.field : filter)),
  )
  return [...new Set(keys)].filter((key) => {
    const field = referenceOf(engine, other, key)
    return isReference(field) && field.to === model.name
  })
}

/**
 * Permissions to choose among all of an entity's rows in one's scope: to view it, to write something that points to it, or to make a
 * call with a param that points to it.
 */
function fullAccess(engine: Engine, model: Model): Set<string> {
  const codes = new Set([`${model.permission}:view`, ...besideTables(engine, model)])
  for (const { other, field } of pointing(engine, model)) for (const code of writersOf(other, field)) codes.add(code)
  for (const { access } of paramsTo(engine, model)) for (const code of [access].flat()) codes.add(code)
  return codes
}

/** Who may write a field of this entity, on either form. */
const writersOf = (other: Model, field: AnyField): string[] =>
  (['add', 'edit'] as const).flatMap((mode) => (isWritable(field, mode) ? [`${other.permission}:${mode}`] : []))

/** Windows that show this list of the entity, and who may open them: people who may write the field that is chosen there. */
export function chosenFrom(engine: Engine, model: Model, list: string) {
  return pointing(engine, model).flatMap(({ other, field }) =>
    field.chooseIn?.shows === 'table' && (field.chooseIn.list ?? 'list') === list
      ? [{ field, spec: field.chooseIn, permissions: writersOf(other, field) }]
      : [],
  )
}

/** Who may write a field whose window has this entity's tree on its left. */
const besideTables = (engine: Engine, model: Model): string[] =>
  [...engine.models.values()].flatMap((other) =>
    Object.values(other.entity.fields).flatMap((field) =>
      isReference(field) && field.chooseIn?.shows === 'table' && field.chooseIn.tree?.entity === model.name ? writersOf(other, field) : [],
    ),
  )

interface FilteredBy {
  readonly permission: string
  readonly places: readonly NamedBy[]
}

const filtered = (engine: Engine, model: Model): FilteredBy[] =>
  [...engine.models.values()].flatMap((other) => {
    const places = filtersTo(engine, other, model).map((key) => ({ model: other, key }))
    return places.length ? [{ permission: `${other.permission}:view`, places }] : []
  })

/** Who may choose among an entity's rows at all, including people who filter a list by a field that points to it. */
export function optionAccess(engine: Engine, model: Model): string[] {
  return [...new Set([...fullAccess(engine, model), ...filtered(engine, model).map(({ permission }) => permission)])]
}

/**
 * People who only filter lists by an entity without a scope of its own choose among the rows that these lists show them; undefined for
 * people who may choose among all.
 */
export function namedOnly(engine: Engine, model: Model, actor: Actor): NamedBy[] | undefined {
  const holds = (code: string) => actor.permissions.has(code)
  if (model.entity.scope !== 'none' || [...fullAccess(engine, model)].some(holds)) return undefined
  return filtered(engine, model).flatMap(({ permission, places }) => (holds(permission) ? places : []))
}

/** The pages that show the entity's tree, each with its permission. */
const treePagesOf = ({ entity, permission }: Model) =>
  Object.entries(entity.treePages ?? {}).flatMap(([name, page]) =>
    page.nodes === undefined ? [{ code: `${permission}:${name}`, page }] : [],
  )

/** Who may read an entity's tree: people who may choose among its rows, and those who may open a page that shows it. */
export const treeAccess = (engine: Engine, model: Model): string[] => [
  ...new Set([...optionAccess(engine, model), ...treePagesOf(model).map(({ code }) => code)]),
]

/** The fields by which the pages with this tree that somebody may open find what belongs to a node; undefined if there is none. */
export function keysOfTreePages(model: Model, actor: Actor): readonly string[] | undefined {
  const open = treePagesOf(model).filter(({ code }) => actor.permissions.has(code))
  if (open.length === 0) return undefined
  return open.flatMap(({ page }) => page.tabs.flatMap((tab) => (tab.shows === 'rows' && tab.from !== undefined ? [tab.from] : [])))
}

/** The fields of an entity's rows that people see who may only choose among them: what names a row, and what a field that points to it takes. */
export function chosenKeys(engine: Engine, model: Model): ReadonlySet<string> {
  const { label, tree } = model.entity
  const keys = new Set(['id', model.id, label, ...(tree ? [tree.parent, tree.title] : [])])
  for (const { field } of pointing(engine, model)) {
    if (!isReference(field)) continue
    for (const key of [field.show, field.key, field.beside, field.preselect, ...Object.values(field.dependsOn ?? {})])
      if (key) keys.add(key)
  }
  return keys
}

export interface OptionFields {
  readonly show: string
  readonly also: readonly string[]
  readonly by: string | undefined
}

/** The field shown, the field held and the additional fields answered: only those that some reference to the entity, stored or asked for, declares. */
export function optionFields(engine: Engine, model: Model, asked: { show?: string | undefined; by?: string | undefined }): OptionFields {
  const shown = new Set<string>([model.entity.label])
  const keys = new Set<string>()
  const also = new Set<string>()
  for (const { field } of [...pointing(engine, model), ...paramsTo(engine, model)]) {
    if (!isReference(field)) continue
    shown.add(field.show)
    if (field.key) keys.add(field.key)
    for (const theirs of Object.values(field.dependsOn ?? {})) also.add(theirs)
    if (field.preselect) also.add(field.preselect)
    if (field.beside) also.add(field.beside)
  }
  const { show, by } = asked
  return { show: show && shown.has(show) ? show : model.entity.label, by: by && keys.has(by) ? by : undefined, also: [...also] }
}
