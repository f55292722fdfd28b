import { cellText } from './cell-text.ts'
import { fileKind } from './file-kind.ts'
import { findHeader, type Header } from './find-header.ts'
import { limits, sentences, Unreadable, type SheetColumn, type SheetRow, type SourceRow, type WantedColumn } from './sheet.ts'
import { readSheet } from './workbook.ts'

export interface FileRequest {
  readonly bytes: Uint8Array
  readonly columns: readonly WantedColumn[]
}

const isBlank = ({ cells }: SheetRow): boolean => cells.every((cell) => cell === null || (typeof cell === 'string' && cell.trim() === ''))

function sourceRow({ row, cells }: SheetRow, header: Header): SourceRow | undefined {
  const texts: Record<string, string> = {}
  let filled = false
  for (const [index, { key, kind }] of header.places) {
    const text = cellText(cells[index] ?? null, kind)
    if (text.length > limits.cellText) throw new Unreadable(sentences.cell(row))
    texts[key] = text
    filled ||= text.trim() !== ''
  }
  if (!filled) return undefined
  const others = [...header.others.keys()].map(
    (index) => [index, cellText(cells[index] ?? null, 'text').slice(0, limits.cellText)] as const,
  )
  return { row, texts, others: Object.fromEntries(others) }
}

async function* withoutLibraryErrors(request: FileRequest): AsyncGenerator<SheetRow> {
  const kind = fileKind(request.bytes)
  try {
    yield* readSheet(request.bytes, kind)
  } catch (error) {
    if (error instanceof Unreadable) throw error
    const name = error instanceof Error ? error.name : ''
    const encrypted = name === 'EncryptedFileError' || (kind === 'xls' && isEncryptedPackage(request.bytes))
    const sentence = name === 'UnsupportedFormatError' ? sentences.kind : sentences.broken
    throw new Unreadable(encrypted ? sentences.encrypted : sentence, { cause: error })
  }
}

/** A password turns an .xlsx into an OLE file with a stream of this name (UTF-16). */
const isEncryptedPackage = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(Buffer.from('EncryptedPackage', 'utf16le'))

/** So many rows are passed on together. */
const BATCH = 250

function columnsOf({ places, others }: Header): SheetColumn[] {
  const read = [...places].map(([index, { key, label }]): SheetColumn => ({ index, label, key }))
  const unread = [...others].map(([index, label]): SheetColumn => ({ index, label }))
  return [...read, ...unread].toSorted((a, b) => a.index - b.index)
}

/**
 * Read a file to its end, passing on its columns and then its data rows in batches. Throws `Unreadable` with a sentence for the user.
 */
export async function readFile(
  request: FileRequest,
  onRows: (rows: SourceRow[]) => void,
  onHeader: (columns: readonly SheetColumn[]) => void = () => undefined,
): Promise<void> {
  let first: SheetRow[] | null = []
  let header: Header | undefined
  let batch: SourceRow[] = []
  let count = 0
  const put = (row: SheetRow, under: Header): void => {
    const source = row.row > under.row ? sourceRow(row, under) : undefined
    if (!source) return
    if (++count > limits.rows) throw new Unreadable(sentences.rows)
    batch.push(source)
    if (batch.length < BATCH) return
    onRows(batch)
    batch = []
  }
  const open = (rows: readonly SheetRow[]): void => {
    const found = findHeader(rows, request.columns)
    header = found
    first = null
    onHeader(columnsOf(found))
    for (const row of rows) put(row, found)
  }
  for await (const row of withoutLibraryErrors(request)) {
    if (isBlank(row)) continue
    if (header) put(row, header)
    else if (first?.push(row) === limits.headerWithin) open(first)
  }
  if (first) {
    if (first.length === 0) throw new Unreadable(sentences.empty)
    open(first)
  }
  if (count === 0) throw new Unreadable(sentences.empty)
  if (batch.length) onRows(batch)
}
