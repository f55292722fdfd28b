/** How many characters a code has per level. */
export const SEGMENT = 3

/** The part of a code that is a node's own: the last letter and digits. */
export const ownPart = (code: string): string => code.slice(-SEGMENT)

/**
 * The code after the greatest one among the siblings: one letter and two digits per level (A01, A02 … A99, B01 … Z99), appended to the
 * parent's code. Undefined if a level is full: a longer code would break the depth that codes express.
 */
export function nextCode(parent: string, greatest: string | undefined): string | undefined {
  if (!greatest) return `${parent}A01`
  const letter = greatest.charCodeAt(0)
  const count = Number(greatest.slice(1))
  if (count < 99) return `${parent}${String.fromCharCode(letter)}${String(count + 1).padStart(2, '0')}`
  return letter < 'Z'.charCodeAt(0) ? `${parent}${String.fromCharCode(letter + 1)}01` : undefined
}

/** How many characters the codes below this parent have. */
export const codeLengthBelow = (parent: string): number => parent.length + SEGMENT

/** The level that a code stands for: 1 for a root. */
export const levelOf = (code: string): number => code.length / SEGMENT
