/** Split a long list, so that no statement has more parameters than a database accepts. */
export function chunksOf<T>(items: readonly T[], size = 500): T[][] {
  const chunks: T[][] = []
  for (let index = 0; index < items.length; index += size) chunks.push(items.slice(index, index + size))
  return chunks
}
