import sumBy from 'lodash-es/sumBy.js'
import { limits, sentences, Unreadable } from './sheet.ts'

const endOfDirectory = 0x06054b50
const directoryEntry = 0x02014b50
const inExtraField = 0xffffffff

interface ArchiveEntry {
  readonly name: string
  readonly packed: number
  readonly unpacked: number
}

const starts = (bytes: Uint8Array, signature: readonly number[]): boolean => signature.every((byte, index) => bytes[index] === byte)

/** The 64-bit sizes that replace sizes of 0xffffffff: unpacked first, then packed. */
function largeSizes(extra: DataView, wanted: { unpacked: boolean; packed: boolean }): { unpacked?: number; packed?: number } {
  for (let index = 0; index + 4 <= extra.byteLength; index += 4 + extra.getUint16(index + 2, true)) {
    if (extra.getUint16(index, true) !== 1) continue
    const size = (place: number): number =>
      index + 4 + place + 8 <= extra.byteLength ? Number(extra.getBigUint64(index + 4 + place, true)) : Number.POSITIVE_INFINITY
    return { ...(wanted.unpacked && { unpacked: size(0) }), ...(wanted.packed && { packed: size(wanted.unpacked ? 8 : 0) }) }
  }
  return {}
}

/** Entries as the archive's directory declares them; throws if the directory is incomplete. */
function archiveEntries(bytes: Uint8Array): ArchiveEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let end = bytes.length - 22
  while (end >= 0 && end >= bytes.length - 65_557 && view.getUint32(end, true) !== endOfDirectory) end--
  if (end < 0 || view.getUint32(end, true) !== endOfDirectory) throw new Unreadable(sentences.broken)
  const count = view.getUint16(end + 10, true)
  if (count > limits.archiveEntries) throw new Unreadable(sentences.bomb)
  const entries: ArchiveEntry[] = []
  let offset = view.getUint32(end + 16, true)
  for (let n = 0; n < count; n++) {
    if (offset + 46 > bytes.length || view.getUint32(offset, true) !== directoryEntry) throw new Unreadable(sentences.broken)
    const name = view.getUint16(offset + 28, true)
    const extra = view.getUint16(offset + 30, true)
    const next = offset + 46 + name + extra + view.getUint16(offset + 32, true)
    if (next > bytes.length) throw new Unreadable(sentences.broken)
    const packed = view.getUint32(offset + 20, true)
    const unpacked = view.getUint32(offset + 24, true)
    const extras = new DataView(bytes.buffer, bytes.byteOffset + offset + 46 + name, extra)
    const large = largeSizes(extras, { unpacked: unpacked === inExtraField, packed: packed === inExtraField })
    entries.push({
      name: new TextDecoder().decode(bytes.subarray(offset + 46, offset + 46 + name)),
      packed: large.packed ?? packed,
      unpacked: large.unpacked ?? unpacked,
    })
    offset = next
  }
  return entries
}

/**
 * Refuse an archive that would unpack to too much. The declared sizes can be trusted: the reader stops an entry that grows beyond its
 * declared size, and an entry that declares no size for its content is refused here.
 */
function refuseBomb(entries: readonly ArchiveEntry[]): void {
  const packed = sumBy(entries, (entry) => entry.packed)
  const unpacked = sumBy(entries, (entry) => entry.unpacked)
  const silent = entries.some((entry) => entry.unpacked === 0 && entry.packed > 16)
  const dense = unpacked > 10 * 1024 * 1024 && unpacked / Math.max(packed, 1) > limits.packingRatio
  if (unpacked > limits.unpackedBytes || silent || dense) throw new Unreadable(sentences.bomb)
}

/** The kind of a file by its content, whatever its name; throws the sentence if it is not a workbook or not a safe one. */
export function fileKind(bytes: Uint8Array): 'xlsx' | 'xls' {
  if (starts(bytes, [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])) return 'xls'
  if (!starts(bytes, [0x50, 0x4b, 0x03, 0x04])) throw new Unreadable(sentences.kind)
  const entries = archiveEntries(bytes)
  refuseBomb(entries)
  if (!entries.some((entry) => entry.name === '[Content_Types].xml') || !entries.some((entry) => entry.name.startsWith('xl/'))) {
    throw new Unreadable(sentences.kind)
  }
  return 'xlsx'
}
