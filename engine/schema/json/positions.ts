import { findNodeAtLocation, parseTree, type Node } from 'jsonc-parser'

/** Line and column in a text, both counted from 1. */
export interface Position {
  readonly line: number
  readonly column: number
}

/** A key escaped for a JSON pointer. */
export const escaped = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1')

const unescaped = (segment: string): string => segment.replaceAll('~1', '/').replaceAll('~0', '~')

/** Line and column of an offset. */
export function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, offset).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

/** A pointer does not distinguish the index of a list from a key that is a number; the value at that point does. */
const childOf = (node: Node, segment: string): Node | undefined =>
  findNodeAtLocation(node, [node.type === 'array' ? Number(segment) : unescaped(segment)])

function nodeAt(root: Node | undefined, pointer: string): Node | undefined {
  let node = root
  for (const segment of pointer.split('/').slice(1)) node = node && childOf(node, segment)
  return node
}

/** Where each value of a JSON text starts, by JSON pointer; a property starts at its key. The text must be valid JSON. */
export function positionsOf(text: string): (pointer: string) => Position {
  const root = parseTree(text)
  return (pointer) => {
    const node = nodeAt(root, pointer)
    const place = node?.parent?.type === 'property' ? node.parent : node
    return positionAt(text, place?.offset ?? 0)
  }
}
