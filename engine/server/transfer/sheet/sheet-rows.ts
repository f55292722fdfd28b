import type { SourceRow } from './sheet.ts'

const decoder = new TextDecoder()

/** The rows of one pack, as the reading thread sends them. */
export function unpacked(packed: Uint8Array): SourceRow[] {
  const rows: SourceRow[] = JSON.parse(decoder.decode(packed))
  return rows
}

interface Pack {
  readonly first: number
  readonly packed: Uint8Array
}

/** The rows of an uploaded file as its reader sent them: they stay packed, because after the check only wrong ones are looked at again. */
export class SheetRows {
  readonly #packs: Pack[] = []
  #open: { readonly pack: Pack; readonly rows: ReadonlyMap<number, SourceRow> } | undefined
  #count = 0

  get count(): number {
    return this.#count
  }

  /** Keep further rows, which stand below all others. */
  add(rows: readonly SourceRow[], packed: Uint8Array): void {
    const [top] = rows
    if (!top) return
    this.#packs.push({ first: top.row, packed })
    this.#count += rows.length
  }

  find(row: number): SourceRow | undefined {
    const pack = this.#packs.findLast(({ first }) => first <= row)
    if (!pack) return undefined
    if (this.#open?.pack !== pack) this.#open = { pack, rows: new Map(unpacked(pack.packed).map((source) => [source.row, source])) }
    return this.#open.rows.get(row)
  }

  all(): SourceRow[] {
    return this.#packs.flatMap(({ packed }) => unpacked(packed))
  }
}
