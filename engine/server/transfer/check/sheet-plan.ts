import sumBy from 'lodash-es/sumBy.js'
import type { Model } from '../../contract.ts'
import type { CellProblem } from '../errors.ts'
import { ImportPlan } from './import-plan.ts'
import { parentRow } from './sheet-parents.ts'
import { sentences } from '../sheet/sheet.ts'

type Counts = ImportPlan['counts']

/** The rows beside the sheet's own, and what happens to them. */
export interface Beside {
  readonly model: Model
  /** Their reference to the sheet's own row. */
  readonly by: string
  readonly plan: ImportPlan
}

/** What an import of one file would do: to the sheet's own rows, and to the rows beside them. */
export class SheetPlan {
  readonly own: ImportPlan
  readonly beside: Beside | undefined

  constructor(own = new ImportPlan(), beside?: Beside) {
    this.own = own
    this.beside = beside
  }

  get #plans(): ImportPlan[] {
    return this.beside ? [this.own, this.beside.plan] : [this.own]
  }

  get errors(): readonly CellProblem[] {
    return this.beside ? this.#plans.flatMap(({ errors }) => errors).toSorted((one, other) => one.row - other.row) : this.own.errors
  }

  get errorTotal(): number {
    return sumBy(this.#plans, ({ errorTotal }) => errorTotal)
  }

  get bad(): ReadonlyMap<number, readonly CellProblem[]> {
    if (!this.beside) return this.own.bad
    const bad = new Map<number, readonly CellProblem[]>(this.own.bad)
    for (const [row, problems] of this.beside.plan.bad) bad.set(row, [...(bad.get(row) ?? []), ...problems])
    return bad
  }

  /** Lines of the sheet by outcome: that of the row beside, or else that of the row itself. */
  get counts(): Counts {
    if (!this.beside) return this.own.counts
    const outcome = new Map<number, 'add' | 'change' | 'same'>()
    const { plan } = this.beside
    for (const { row } of this.own.adds) outcome.set(row, 'add')
    for (const row of this.own.same) outcome.set(row, 'same')
    for (const row of plan.same) outcome.set(row, 'same')
    for (const { row } of this.own.changes) outcome.set(row, 'change')
    for (const { row } of plan.changes) outcome.set(row, 'change')
    for (const { row } of plan.adds) outcome.set(row, 'add')
    const { bad } = this
    for (const row of bad.keys()) outcome.delete(row)
    const count = (what: string) => [...outcome.values()].filter((one) => one === what).length
    return { add: count('add'), change: count('change'), same: count('same'), bad: bad.size }
  }

  get total(): number {
    const { add, change, same, bad } = this.counts
    return add + change + same + bad
  }

  get hasWork(): boolean {
    return this.#plans.some(({ adds, changes }) => adds.length + changes.length > 0)
  }

  /** Leave out rows that belong to a row that is not added, and new rows whose lines are all wrong. */
  settle(): void {
    if (!this.beside) return
    const { by, plan, model } = this.beside
    const added = new Set(this.own.adds.map(({ row }) => row))
    const orphans = plan.adds.flatMap(({ row, data }): CellProblem[] => {
      const above = parentRow(by, data)
      if (above === undefined || added.has(above)) return []
      return [{ row, column: model.entity.fields[by]?.label ?? '', field: by, value: '', message: sentences.orphan(above) }]
    })
    plan.drop(new Map(orphans.map((problem) => [problem.row, problem])))
    const filled = new Set(plan.adds.map(({ data }) => parentRow(by, data)))
    const { bad } = this
    const kept = this.own.adds.filter(({ row }) => filled.has(row) || !bad.has(row))
    this.own.adds.splice(0, this.own.adds.length, ...kept)
  }
}
