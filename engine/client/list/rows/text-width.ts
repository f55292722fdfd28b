const em = 14

/** The approximate width of a text in a cell, in pixels: Chinese characters are as wide as they are high, others a bit more than half. */
export function textWidth(text: string): number {
  let width = 0
  for (const sign of text) width += sign > '\u2e80' ? em : /[A-Z@%&MW]/.test(sign) ? em * 0.72 : em * 0.58
  return Math.ceil(width)
}
