const em = 14

/** A to Z, @, % and &. */
const isWide = (code: number): boolean => (code >= 0x41 && code <= 0x5a) || code === 0x40 || code === 0x25 || code === 0x26

/** The approximate width of a text in a cell, in pixels: Chinese characters are as wide as they are high, others a bit more than half. */
export function textWidth(text: string): number {
  let width = 0
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    const isSecondHalf = code >= 0xdc00 && code < 0xe000
    if (!isSecondHalf) width += code > 0x2e80 ? em : isWide(code) ? em * 0.72 : em * 0.58
  }
  return Math.ceil(width)
}
