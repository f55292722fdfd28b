import { theme } from 'antd'
import { describe, expect, test } from 'vitest'
import { exposeTokens, toDesign, tokensOf } from '../../../../src/client/theme/design.ts'
import { defaultPreferences, primaries, type Primary } from '../../../../src/client/theme/preferences.ts'
import { expectNone } from '../../../support/expect-none.ts'

type Colour = readonly [red: number, green: number, blue: number, opacity: number]

function read(text: string): Colour {
  const hex = /^#(..)(..)(..)$/.exec(text.replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3'))
  const parts = hex ? hex.slice(1).map((part) => parseInt(part, 16)) : (text.match(/[\d.]+/g) ?? []).map(Number)
  const [red = 0, green = 0, blue = 0, opacity = 1] = parts
  return [red, green, blue, opacity]
}

/** A colour over an opaque one. */
function laidOn([red, green, blue, opacity]: Colour, ground: Colour): Colour {
  const mix = (own: number, below: number) => own * opacity + below * (1 - opacity)
  return [mix(red, ground[0]), mix(green, ground[1]), mix(blue, ground[2]), 1]
}

function lightOf([red, green, blue]: Colour): number {
  const linear = [red, green, blue].map((part) => (part / 255 <= 0.03928 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4))
  return 0.2126 * (linear[0] ?? 0) + 0.7152 * (linear[1] ?? 0) + 0.0722 * (linear[2] ?? 0)
}

function contrast(words: Colour, ground: Colour): number {
  const [darker = 0, lighter = 0] = [lightOf(laidOn(words, ground)), lightOf(ground)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

const names = Object.keys(primaries).filter((name): name is Primary => Object.hasOwn(primaries, name))

describe.each([{ mode: 'light' }, { mode: 'dark' }] as const)('$mode', ({ mode }) => {
  test.each(names)('%s: links, warnings and read-only text are readable on cards, windows and sorted columns', (primary) => {
    const isDark = mode === 'dark'
    const design = toDesign({ ...defaultPreferences, mode, primary }, { isDark })
    const token = theme.getDesignToken(design)
    const grounds = {
      card: read(token.colorBgContainer),
      window: read(token.colorBgElevated),
      sorted: laidOn(read(token.colorFillAlter), read(token.colorBgContainer)),
    }
    const faint: string[] = []
    const wordColours = {
      link: token.colorLink,
      error: token.colorError,
      quiet: token.colorTextDescription,
      'link under the mouse': token.colorLinkHover,
      'link pressed': token.colorLinkActive,
      'error under the mouse': token.colorErrorHover,
      'error pressed': token.colorErrorActive,
      'primary under the mouse': token.colorPrimaryHover,
      'primary pressed': token.colorPrimaryActive,
    }
    for (const [ground, colour] of Object.entries(grounds)) {
      for (const [name, words] of Object.entries(wordColours)) {
        const found = contrast(read(words), colour)
        if (found < 4.5) faint.push(`${name} on ${ground}: ${found.toFixed(2)}`)
      }
    }
    const shut = laidOn(read(token.colorBgContainerDisabled), grounds.window)
    // Each of several chosen values lies on a ground of its own.
    for (const [name, ground] of Object.entries({ value: shut, 'one of several': laidOn(read(token.colorFillSecondary), shut) })) {
      const found = contrast(read(String(design.components?.Select?.colorTextDisabled)), ground)
      if (found < 4.5) faint.push(`fixed, ${name}: ${found.toFixed(2)}`)
    }
    expectNone(faint)
  })
})

test.each([false, true])('words on full buttons are readable, also where the mouse is and where it presses, dark: %s', (isDark) => {
  const faint = names.flatMap((primary) => {
    const design = toDesign({ ...defaultPreferences, primary }, { isDark })
    const token = theme.getDesignToken(design)
    const { primaryColor = token.colorTextLightSolid, dangerColor = token.colorTextLightSolid } = design.components?.Button ?? {}
    const grounds = [
      [primaryColor, { still: token.colorPrimary, touched: token.colorPrimaryHover, pressed: token.colorPrimaryActive }],
      [dangerColor, { still: token.colorError, touched: token.colorErrorHover, pressed: token.colorErrorActive }],
    ] as const
    return grounds.flatMap(([words, colours]) =>
      Object.entries(colours).flatMap(([name, colour]) => {
        const found = contrast(read(words), read(colour))
        return found < 4.5 ? [`${primary}, ${name} ${colour}: ${found.toFixed(2)}`] : []
      }),
    )
  })
  expectNone(faint)
})

test('the tokens in the style sheet are those that antd computes', () => {
  for (const primary of names)
    for (const isDark of [false, true])
      for (const compact of [false, true]) {
        const design = toDesign({ mode: 'light', primary, compact }, { isDark })
        expect(tokensOf(design)).toEqual(theme.getDesignToken(design))
      }
})

test.each([false, true])('words on the primary colour are readable on plain buttons too, dark: %s', (isDark) => {
  const faint = names.flatMap((primary) => {
    const design = toDesign({ ...defaultPreferences, primary }, { isDark })
    const exposed = new Map<string, string>()
    exposeTokens(design, { style: { setProperty: (name, value) => exposed.set(name, value) } })
    const [words, ground] = ['--ant-color-on-primary', '--ant-color-primary'].map((name) => read(exposed.get(name) ?? ''))
    const found = words && ground ? contrast(words, ground) : 0
    return found < 4.5 ? [`${primary}: ${found.toFixed(2)}`] : []
  })
  expectNone(faint)
})
