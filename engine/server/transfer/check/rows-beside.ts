import { isEmpty } from '../../../fields/is-empty.ts'
import type { Actor, Engine, Model } from '../../contract.ts'
import type { CellProblem } from '../errors.ts'
import { sentences, type SourceRow } from '../sheet/sheet.ts'

/** The entity whose rows stand beside the sheet's own, with the columns that this sheet has; undefined if the actor may not import it. */
export function besideOf(engine: Engine, { entity }: Model, { permissions }: Actor): Model | undefined {
  const rows = entity.import?.rows
  const model = rows && engine.model(rows.entity)
  if (!rows || !model || !permissions.has(`${model.permission}:import`)) return undefined
  const matchOn = model.entity.import?.matchOn ?? []
  return { ...model, entity: { ...model.entity, import: { within: rows.by, columns: rows.columns, matchOn } } }
}

/** A sheet that repeats its rows on several lines, split into the two kinds of rows. */
export interface ApartSheet {
  /** Each row once, at its first line, with everything that its lines state. */
  readonly own: SourceRow[]
  /** The rows beside them. */
  readonly beside: SourceRow[]
  /** The line on which the row of a line first appears. */
  readonly firstOf: ReadonlyMap<number, number>
  /** Lines that contradict an earlier line of their row, or that add nothing. */
  readonly problems: CellProblem[]
}

const only = (texts: SourceRow['texts'], keys: Iterable<string>): Record<string, string> =>
  Object.fromEntries([...keys].flatMap((key) => (isEmpty(texts[key]?.trim()) ? [] : [[key, texts[key] ?? '']])))

/** Split the lines of a sheet into its own rows and those beside them. Blank cells of an own row state nothing. */
export function takenApart(
  model: Model,
  keys: { own: readonly string[]; beside: readonly string[] },
  sources: readonly SourceRow[],
): ApartSheet {
  const { matchOn = [], within } = model.entity.import ?? {}
  const names = matchOn.filter((key) => key !== within)
  const firsts = new Map<string, { readonly source: SourceRow; readonly texts: Record<string, string> }>()
  const firstOf = new Map<number, number>()
  const beside: SourceRow[] = []
  const problems: CellProblem[] = []
  for (const source of sources) {
    const { row } = source
    const own = only(source.texts, keys.own)
    const name = names.map((key) => own[key]?.trim() ?? '').join('\0')
    const first = firsts.get(name)
    const others = only(source.texts, keys.beside)
    const isLone = Object.keys(others).length === 0
    firstOf.set(row, first?.source.row ?? row)
    if (!isLone) beside.push({ ...source, texts: others })
    if (!first) {
      firsts.set(name, { source, texts: own })
      continue
    }
    const say = (field: string, message: string) =>
      problems.push({ row, column: model.entity.fields[field]?.label ?? '', field, value: own[field] ?? '', message })
    if (isLone) say(names.at(-1) ?? '', sentences.repeated(first.source.row))
    for (const [key, text] of Object.entries(own)) {
      if ((first.texts[key] ??= text).trim() !== text.trim()) say(key, sentences.unlike(first.source.row))
    }
  }
  return { own: [...firsts.values()].map(({ source, texts }) => ({ ...source, texts })), beside, firstOf, problems }
}
