import { limits, sentences, Unreadable, type CellValue, type SheetRow, type WantedColumn } from './sheet.ts'

/** Where the columns of an import are in a sheet. */
export interface Header {
  readonly row: number
  /** Wanted columns by their position in the sheet. */
  readonly places: ReadonlyMap<number, WantedColumn>
  /** Labels that the import does not read, by their position in the sheet. */
  readonly others: ReadonlyMap<number, string>
}

/** Labels are compared without regard to character width, blanks and the star of required columns. */
const normal = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\s+/g, '')
    .replace(/^\*|\*$/g, '')
    .toLowerCase()
const textOf = (cell: CellValue | undefined): string => (typeof cell === 'string' ? cell : '')

interface Match extends Header {
  readonly missing: readonly WantedColumn[]
  readonly twice?: string
}

/** All names by which a column is found. */
const namesOf = ({ key, label, also, formerLabels = [] }: WantedColumn): string[] => [
  ...formerLabels,
  ...(also === undefined ? [] : [also]),
  key,
  label,
]

function match({ row, cells }: SheetRow, wanted: readonly WantedColumn[]): Match {
  const byName = new Map<string, WantedColumn>()
  for (const column of [...wanted].reverse()) for (const name of namesOf(column)) byName.set(normal(name), column)
  const places = new Map<number, WantedColumn>()
  const others = new Map<number, string>()
  let twice: string | undefined
  for (const [index, cell] of cells.slice(0, limits.columns).entries()) {
    const text = textOf(cell)
    const column = byName.get(normal(text))
    if (!column) {
      if (text.trim() !== '') others.set(index, text.trim())
      continue
    }
    if ([...places.values()].includes(column)) twice ??= column.label
    else places.set(index, column)
  }
  const found = new Set(places.values())
  return {
    row,
    places,
    others,
    missing: wanted.filter((column) => column.needed && !found.has(column)),
    ...(twice !== undefined && { twice }),
  }
}

/**
 * The header among a sheet's first rows: the first row that has every required label. Title and note rows above it are skipped. Throws
 * a sentence that names what is missing.
 */
export function findHeader(rows: readonly SheetRow[], wanted: readonly WantedColumn[]): Header {
  const matches = rows.map((row) => match(row, wanted)).filter((candidate) => candidate.places.size > 0)
  const whole = matches.find((candidate) => candidate.missing.length === 0)
  const best = whole ?? matches.toSorted((a, b) => b.places.size - a.places.size)[0]
  if (!best) throw new Unreadable(sentences.header(wanted.filter((column) => column.needed).map((column) => column.label)))
  if (best.missing.length) throw new Unreadable(sentences.missing(best.missing.map((column) => column.label)))
  if (best.twice !== undefined) throw new Unreadable(sentences.twice(best.twice))
  return best
}
