import type { ActionSpec, AnyCondition, AnyEntity, ChildSpec, LinkedSpec } from '../../schema/index.ts'

type Actions = Record<string, ActionSpec<string, AnyCondition>>

/** The row actions of a linked row: editing it, those that the schema keeps, and taking it out of the relation. */
function actionsOf(entity: AnyEntity, links: LinkedSpec, values: Readonly<Record<string, string>>): Actions {
  const { edit, ...others } = entity.rowActions ?? {}
  const kept = Object.entries(others).flatMap(([key, action]) => (action && links.actions?.includes(key) ? [[key, action] as const] : []))
  const { label, confirm, one } = links.remove
  const call = entity.calls?.[one]
  const id = Object.keys(call?.params ?? {}).find((param) => !(param in values)) ?? 'id'
  return {
    ...(edit && { edit }),
    ...Object.fromEntries(kept),
    unlink: { label, confirm, does: 'call', call: one, values, with: { [id]: 'id' } },
  }
}

/** What the call knows of the row at the other end of the relation. */
function otherOf(entity: AnyEntity, name: string, id: string): Record<string, string> {
  const call = entity.calls?.[name]
  return call?.does === 'link' || call?.does === 'unlink' ? { [call.other]: id } : {}
}

/**
 * An entity as it is shown among the rows that are linked to one row: rows are added to the relation and taken out of it, but neither
 * deleted nor imported here.
 */
export function linkedEntity(entity: AnyEntity, { by, links }: ChildSpec, id: string): AnyEntity {
  if (!links) return entity
  const { add, remove, from, through, tree } = links
  const linked = otherOf(entity, add.call, id)
  const pick = { label: add.label, does: 'pick', entity: entity.name, list: from, through, tree, call: add.call, multiple: true } as const
  return {
    ...entity,
    bin: undefined,
    children: undefined,
    states: undefined,
    endpoints: { ...entity.endpoints, disable: ['delete', 'deleteBatch', 'importExcel', 'exportXls'] },
    tools: { link: { ...pick, with: Object.fromEntries(Object.keys(linked).map((param) => [param, by])), where: { [by]: `!${id}` } } },
    rowActions: actionsOf(entity, links, otherOf(entity, remove.one, id)),
    batchActions: {
      unlink: { label: remove.label, confirm: remove.confirm, call: remove.several, values: otherOf(entity, remove.several, id) },
    },
  }
}
