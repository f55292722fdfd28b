/** Edit distance; gives up beyond `most`. */
function distance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const current = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      current[j] = Math.min(change, (previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1)
    }
    if (Math.min(...current) > most) return most + 1
    previous = current
  }
  return previous[b.length] ?? 0
}

/** The known text that a mistyped one most likely means, if any is close. */
export function nearest(text: string, known: readonly string[]): string | undefined {
  let best: string | undefined
  let most = Math.max(1, Math.floor(text.length / 3))
  for (const candidate of known) {
    const far = distance(text, candidate, most)
    if (far > most) continue
    best = candidate
    most = far - 1
    if (most < 0) break
  }
  return best
}
