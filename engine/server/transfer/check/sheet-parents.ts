import type { WireRow } from '../../../schema/index.ts'
import type { Model } from '../../contract.ts'
import type { CellProblem } from '../errors.ts'
import type { ImportPlan, PlannedRow } from './import-plan.ts'
import type { ResolvedRow } from './resolve-texts.ts'
import { sentences, type SourceRow } from '../sheet/sheet.ts'

/** A placeholder for the id that a row of the sheet will get. */
export const idOfRow = (row: number): string => `row:${row}`

/** The row of the sheet that is a planned row's parent; undefined if the parent is stored already, or there is none. */
export function parentRow(key: string | undefined, data: WireRow): number | undefined {
  const value = key === undefined ? undefined : data[key]
  const [, row] = (typeof value === 'string' && /^row:(\d+)$/.exec(value)) || []
  return row === undefined ? undefined : Number(row)
}

/**
 * New rows in the order in which they are written: the parents of each wave are stored or in an earlier wave. Rows in a cycle are in
 * none.
 */
export function wavesOf(model: Model, adds: readonly PlannedRow[]): PlannedRow[][] {
  const below = Map.groupBy(adds, ({ data }) => parentRow(model.entity.tree?.parent, data))
  const waves: PlannedRow[][] = []
  for (let wave = below.get(undefined) ?? []; wave.length; wave = wave.flatMap(({ row }) => below.get(row) ?? [])) waves.push(wave)
  return waves
}

/** Parents of a tree that are in the same sheet as their children. One per file. */
export class SheetParents {
  readonly #model: Model
  readonly #rowsOf = new Map<string, number[]>()

  constructor(model: Model, sources: readonly SourceRow[]) {
    this.#model = model
    const { tree } = model.entity
    if (!tree) return
    for (const { row, texts } of sources) {
      const title = (texts[tree.title] ?? '').trim()
      this.#rowsOf.set(title, [...(this.#rowsOf.get(title) ?? []), row])
    }
  }

  /** A parent that is not stored may be a row of this sheet, if only one row has the name. */
  find({ source, values, problems, ambiguous }: ResolvedRow): void {
    const key = this.#model.entity.tree?.parent
    if (key === undefined || !(key in problems) || key in ambiguous) return
    const [row, another] = this.#rowsOf.get((source.texts[key] ?? '').trim()) ?? []
    if (row === undefined || another !== undefined || row === source.row) return
    delete problems[key]
    values[key] = idOfRow(row)
  }

  /** Refuse rows whose parent will not be added: because it is wrong, or because it is below them. */
  refuseOrphans(plan: ImportPlan): void {
    const { fields, tree } = this.#model.entity
    if (!tree) return
    const added = new Set(wavesOf(this.#model, plan.adds).flatMap((wave) => wave.map(({ row }) => row)))
    const problems = [...plan.adds, ...plan.changes].flatMap(({ row, data }): CellProblem[] => {
      const parent = parentRow(tree.parent, data)
      if (parent === undefined || added.has(parent)) return []
      return [{ row, column: fields[tree.parent]?.label ?? '', field: tree.parent, value: '', message: sentences.orphan(parent) }]
    })
    plan.drop(new Map(problems.map((problem) => [problem.row, problem])))
  }
}
