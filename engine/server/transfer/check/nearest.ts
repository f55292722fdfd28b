import { distance } from 'fastest-levenshtein'

/** The known text that a mistyped one most likely means, if any is close. */
export function nearest(text: string, known: readonly string[]): string | undefined {
  let best: string | undefined
  let most = Math.max(1, Math.floor(text.length / 3))
  for (const candidate of known) {
    // Texts of other lengths are further away than that, whatever they say.
    if (Math.abs(text.length - candidate.length) > most) continue
    const far = distance(text, candidate)
    if (far > most) continue
    best = candidate
    most = far - 1
    if (most < 0) break
  }
  return best
}
