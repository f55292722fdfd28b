/** Edit distance between two words, counted no further than needed for a suggestion. */
function distance(from: string, to: string): number {
  let above = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row++) {
    const line = [row]
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1] ? 0 : 1
      line.push(Math.min((above[column] ?? 0) + 1, (line[column - 1] ?? 0) + 1, (above[column - 1] ?? 0) + same))
    }
    above = line
  }
  return above[to.length] ?? 0
}

/** The known word that was most likely meant, if one is close enough. */
export function suggest(word: string, known: Iterable<string>): string | undefined {
  let best: string | undefined
  let least = Math.max(2, Math.ceil(word.length / 3)) + 1
  for (const candidate of known) {
    const far = distance(word.toLowerCase(), candidate.toLowerCase())
    if (far < least) {
      least = far
      best = candidate
    }
  }
  return best
}
