import type { WireRow } from '../../schema/index.ts'

/** The rows right below a node. */
export const childrenOf = (row: WireRow): readonly WireRow[] => (Array.isArray(row.children) ? row.children : [])

/** All nodes in one flat list. */
export const flatten = (rows: readonly WireRow[]): WireRow[] => rows.flatMap((row) => [row, ...flatten(childrenOf(row))])
