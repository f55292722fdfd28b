import { useMemo, useRef } from 'react'
import type { AnyEntity, WireRow } from '../../../schema/index.ts'
import { flatten } from '../../model/nodes.ts'
import { fitColumns, widestTexts, type FittedColumn } from './fit-columns.ts'
import type { ListColumn } from '../../model/list-model.ts'
import type { Density } from '../state/preferences.ts'
import { actionsWidth } from '../rows/RowActions.tsx'
import type { RowAction } from '../rows/row-actions.ts'

interface Surroundings {
  readonly entity: AnyEntity
  readonly columns: readonly ListColumn[]
  readonly rows: readonly WireRow[]
  readonly actions: readonly RowAction[]
  readonly room: number
  /** The width of everything besides data and actions, such as ticks. */
  readonly beside: number
  readonly density: Density
  readonly sortable: boolean
}
export interface ColumnFit {
  readonly columns: readonly FittedColumn[]
  readonly actions: { readonly width: number; readonly most: number }
  /** The width of everything together. */
  readonly total: number
}
/** How many buttons stand side by side in a row: usually, and when the columns do not fit. */
const buttons = { usual: 3, few: 2 }
const indent = 24

/** The depth of the deepest node of a tree; 0 in a plain list. */
const depthOf = (rows: readonly WireRow[]): number =>
  Math.max(0, ...rows.map((row) => (Array.isArray(row.children) ? 1 + depthOf(row.children) : 0)))

/** The widest texts, with the tree's indent added to its title column. */
function indented(entity: AnyEntity, content: ReadonlyMap<string, number>, rows: readonly WireRow[]): ReadonlyMap<string, number> {
  const title = entity.tree?.title
  return title === undefined ? content : new Map(content).set(title, (content.get(title) ?? 0) + indent * (depthOf(rows) + 1))
}

/** Fits the columns and actions of a list into its room. */
export function useColumnFit({ entity, columns, rows, actions, room, beside, density, sortable }: Surroundings): ColumnFit {
  const before = useRef<ReadonlyMap<string, number>>(new Map())
  const all = useMemo(() => flatten(rows), [rows])
  const content = useMemo(() => {
    const widest = widestTexts(columns, all, before.current)
    before.current = widest
    return indented(entity, widest, rows)
  }, [entity, columns, rows, all])
  return useMemo(() => {
    const padding = density === 'large' ? 32 : 16
    const attempt = (most: number) => {
      const width = actions.length > 0 ? actionsWidth(actions, all, most) : 0
      const fit = fitColumns(columns, content, { entity, room, taken: beside + width, padding, sortable })
      return { fit, actions: { width, most } }
    }
    const usual = attempt(buttons.usual)
    const chosen = usual.fit.scrolls ? attempt(buttons.few) : usual
    const total = chosen.fit.columns.reduce((sum, column) => sum + column.width, beside + chosen.actions.width)
    return { columns: chosen.fit.columns, actions: chosen.actions, total }
  }, [entity, columns, all, content, actions, room, beside, density, sortable])
}
