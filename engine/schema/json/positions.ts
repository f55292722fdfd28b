/** Where something begins in a text, both counted from 1. */
export interface Position {
  readonly line: number
  readonly column: number
}

/** A key as JSON pointers write it. */
export const escaped = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1')

/** Line and column of an offset. */
export function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, offset).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

interface Scan {
  readonly text: string
  at: number
  readonly found: Map<string, number>
}

function skipBlank(scan: Scan): void {
  while (/[\s,:]/.test(scan.text[scan.at] ?? 'end')) scan.at++
}

function readText(scan: Scan): string {
  const from = scan.at++
  while (scan.at < scan.text.length && scan.text[scan.at] !== '"') scan.at += scan.text[scan.at] === '\\' ? 2 : 1
  return String(JSON.parse(scan.text.slice(from, ++scan.at)))
}

function scanObject(scan: Scan, pointer: string): void {
  for (scan.at++, skipBlank(scan); scan.text[scan.at] !== '}'; skipBlank(scan)) {
    const begin = scan.at
    const child = `${pointer}/${escaped(readText(scan))}`
    scanValue(scan, child)
    scan.found.set(child, begin)
  }
  scan.at++
}

function scanArray(scan: Scan, pointer: string): void {
  let index = 0
  for (scan.at++, skipBlank(scan); scan.text[scan.at] !== ']'; skipBlank(scan)) scanValue(scan, `${pointer}/${index++}`)
  scan.at++
}

function scanValue(scan: Scan, pointer: string): void {
  skipBlank(scan)
  scan.found.set(pointer, scan.at)
  const first = scan.text[scan.at]
  if (first === '{') scanObject(scan, pointer)
  else if (first === '[') scanArray(scan, pointer)
  else if (first === '"') readText(scan)
  else while (scan.at < scan.text.length && !/[\s,}\]]/.test(scan.text[scan.at] ?? '')) scan.at++
}

/** Where each value of a JSON text stands, by JSON pointer; a property stands where its key does. The text must parse. */
export function positionsOf(text: string): (pointer: string) => Position {
  const scan: Scan = { text, at: 0, found: new Map() }
  scanValue(scan, '')
  return (pointer) => positionAt(text, scan.found.get(pointer) ?? 0)
}
