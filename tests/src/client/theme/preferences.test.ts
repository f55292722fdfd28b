import { theme } from 'antd'
import { expect, test } from 'vitest'
import { toDesign } from '../../../../src/client/theme/design.ts'
import { defaultPreferences, parsePreferences, primaries, type Primary } from '../../../../src/client/theme/preferences.ts'

const channel = (part: number): number => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((index) => channel(Number.parseInt(colour.slice(index, index + 2), 16) / 255))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

test('each unknown setting falls back on its own', () => {
  expect(parsePreferences(null)).toEqual(defaultPreferences)
  expect(parsePreferences('{"mode":"dark","primary":"pink","compact":1}')).toEqual({ mode: 'dark', primary: 'blue', compact: false })
})

test.each(Object.keys(primaries) as Primary[])('%s is readable as a link and on a button, light and dark', (primary) => {
  for (const isDark of [false, true]) {
    const design = toDesign({ ...defaultPreferences, primary }, { isDark })
    const token = theme.getDesignToken(design)
    expect(contrast(token.colorLink, token.colorBgContainer)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(token.colorPrimary, design.components?.Button?.primaryColor ?? '#ffffff')).toBeGreaterThanOrEqual(4.5)
  }
})

test.each(['blue', 'green', 'orange', 'purple', 'cyan', 'gold', 'red'] as const)('a %s tag is readable, light and dark', (colour) => {
  for (const isDark of [false, true]) {
    const token = theme.getDesignToken(toDesign(defaultPreferences, { isDark }))
    expect(contrast(token[`${colour}7`], token[`${colour}1`])).toBeGreaterThanOrEqual(4.5)
  }
})

test('nothing is animated if the system asks for less motion', () => {
  expect(theme.getDesignToken(toDesign(defaultPreferences, { isDark: false, isCalm: true })).motion).toBe(false)
  expect(theme.getDesignToken(toDesign(defaultPreferences, { isDark: false })).motion).toBe(true)
})
