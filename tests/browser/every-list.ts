import type { AnyEntity, ListSpec } from '../../engine/schema/index.ts'
import { entities } from '../../schemas/index.ts'
import type { WorldRow } from '../api/world.ts'
import type { Call } from './small-session.ts'

interface Node {
  readonly path: string
  readonly screen?: string
  readonly children?: readonly Node[]
}
export interface ListScreen {
  readonly path: string
  readonly entity: AnyEntity
  readonly list: ListSpec<string>
}

const loaders: Readonly<Record<string, () => Promise<AnyEntity>>> = entities

/** Every screen of a list that the caller has in the menu, hidden entries included. */
export async function listScreens(call: Call): Promise<ListScreen[]> {
  const { menu } = await call<{ menu: readonly Node[] }>('GET', '/sys/permission/getUserPermissionByToken')
  const all = (nodes: readonly Node[]): Node[] => nodes.flatMap((node) => [node, ...all(node.children ?? [])])
  const found = all(menu).flatMap(({ path, screen = '' }) => {
    const [kind, place = ''] = screen.split(':')
    const [name = '', list = 'list'] = place.split('/')
    const load = kind === 'entity' ? loaders[name] : undefined
    return load ? [{ path, load, list }] : []
  })
  return Promise.all(
    found.map(async ({ path, load, list }) => {
      const entity = await load()
      return { path, entity, list: entity.lists?.[list] ?? entity.list }
    }),
  )
}

/** Filters under which the lists of a course show rows: those of a session that has all of them. */
export async function filledFilters(call: Call): Promise<string> {
  const { records } = await call<{ records: WorldRow[] }>('GET', '/inspect/bhExperiGroup/list', {
    pageSize: '1',
    column: 'haveInspect',
    order: 'desc',
  })
  const [session] = records
  if (!session) throw new Error('the demo has a session')
  const { semester, courseId, experiId, classIds, id } = session
  const filters = { semester, courseId, experiId, classIds: String(classIds).split(',')[0], experiGroupId: id }
  return new URLSearchParams(Object.entries(filters).map(([key, value]) => [key, String(value)])).toString()
}

/** Headings of the columns that show the state of a row: its states, coloured choices, and columns that the schema keeps visible. */
export function stateHeadings({ entity, list }: ListScreen): string[] {
  const states = new Set((entity.states ?? []).map(({ field }) => field))
  return list.columns.flatMap((column) => {
    const { field: key, keep = false } = typeof column === 'string' ? { field: column } : column
    const field = entity.fields[key]
    if (!field) return []
    const coloured = field.type === 'switch' || (field.type === 'select' && field.colours !== undefined)
    return states.has(key) || coloured || keep ? [field.label] : []
  })
}
