/** Cut a long list, so that no statement has more parameters than a database takes. */
export function chunksOf<T>(items: readonly T[], size = 500): T[][] {
  const chunks: T[][] = []
  for (let at = 0; at < items.length; at += size) chunks.push(items.slice(at, at + size))
  return chunks
}
