import type { ThemeConfig } from 'antd'
import compactAlgorithm from 'antd/es/theme/themes/compact/index.js'
import darkAlgorithm from 'antd/es/theme/themes/dark/index.js'
import defaultAlgorithm from 'antd/es/theme/themes/default/index.js'
import seed from 'antd/es/theme/themes/seed.js'
import formatToken from 'antd/es/theme/util/alias.js'
import { primaries, type ThemePreferences } from './preferences.ts'

const fontFamily =
  '"PingFang SC", "HarmonyOS Sans SC", "MiSans", "Microsoft YaHei", "Noto Sans CJK SC", "Source Han Sans SC", system-ui, "Segoe UI", sans-serif'

/** Greys with a contrast of 4.5:1 on white and on the page, and tag texts with the same contrast on the tag's background. */
const light = {
  colorBgLayout: '#f3f5f9',
  colorBorderSecondary: '#eaedf2',
  colorError: '#d4231f',
  colorTextPlaceholder: '#6f7683',
  colorTextTertiary: '#646b78',
  colorTextDescription: '#5f6673',
  green7: '#237804',
  orange7: '#ad4e00',
  cyan7: '#006d75',
  gold7: '#874d00',
}
/** antd's dark algorithm makes these about a seventh darker; the result still has a contrast of 4.5:1 on windows and sorted columns. */
const dark = {
  colorBgBase: '#0c0d0f',
  colorBgLayout: '#0a0b0d',
  colorError: '#ff8f8a',
  colorTextPlaceholder: '#8b92a0',
  colorTextTertiary: '#98a0ae',
  colorTextDescription: '#a2a9b6',
  purple7: '#ab7ae0',
}

type Algorithm = typeof darkAlgorithm
type Design = ThemeConfig & { readonly algorithm: [Algorithm, ...Algorithm[]]; readonly token: NonNullable<ThemeConfig['token']> }

/** Where the mouse is antd makes words and buttons paler: too pale to be read. Here they are as dark as where it presses. */
const lightAlgorithm: Algorithm = (own) => {
  const made = defaultAlgorithm(own)
  const { colorPrimaryActive, colorErrorActive } = made
  return { ...made, colorPrimaryHover: colorPrimaryActive, colorLinkHover: colorPrimaryActive, colorErrorHover: colorErrorActive }
}
/** On dark grounds it makes links fainter there, and everything where it presses; links are of the primary colour. */
const nightAlgorithm: Algorithm = (own) => {
  const made = darkAlgorithm(own)
  const { colorPrimary, colorPrimaryHover, colorError } = made
  return {
    ...made,
    colorPrimaryActive: colorPrimary,
    colorLinkHover: colorPrimaryHover,
    colorLinkActive: colorPrimary,
    colorErrorActive: colorError,
  }
}

interface SystemSettings {
  /** The mode in use, after the system's preference was considered. */
  readonly isDark: boolean
  readonly isCalm?: boolean
}

/**
 * antd's tokens for the user's choice and the system's settings. No `cssVar`: antd writes those styles without the nonce, so a strict
 * content policy drops them.
 */
export function toDesign(preferences: ThemePreferences, { isDark, isCalm = false }: SystemSettings): Design {
  const primary = primaries[preferences.primary][isDark ? 'dark' : 'light']
  /** A disabled value must still be readable, and so must each of several. */
  const fixed = { colorTextDisabled: isDark ? '#c0c6d1' : '#5f6673' }
  return {
    algorithm: [isDark ? nightAlgorithm : lightAlgorithm, ...(preferences.compact ? [compactAlgorithm] : [])],
    token: {
      ...(isDark ? dark : light),
      colorPrimary: primary,
      // Of links, too, as antd has it.
      colorInfo: primary,
      borderRadius: 8,
      fontFamily,
      motion: !isCalm,
    },
    components: {
      Menu: { itemBorderRadius: 8, itemMarginInline: 8, activeBarBorderWidth: 0, ...(isDark && { itemSelectedColor: '#ffffff' }) },
      Switch: isDark
        ? { colorTextQuaternary: '#8b92a0', colorTextTertiary: '#98a0ae', colorTextLightSolid: '#0c0d0f' }
        : { colorTextQuaternary: '#6b7280', colorTextTertiary: '#5b6270' },
      Select: fixed,
      Input: fixed,
      InputNumber: fixed,
      DatePicker: fixed,
      Button: isDark ? { primaryColor: '#0c0d0f', dangerColor: '#0c0d0f' } : {},
    },
  }
}

const kebab = (name: string): string => name.replace(/[A-Z0-9]+/g, (part) => `-${part.toLowerCase()}`)

/** antd's own `getDesignToken`, which would bring its whole style engine into the login page. */
export function tokensOf({ algorithm: [first, ...others], token }: Design): ReturnType<typeof formatToken> {
  const origin = { ...seed, ...token }
  return formatToken({ ...others.reduce((made, derive) => derive(origin, made), first(origin)), override: token })
}

/** Make the tokens that the style sheet names readable there as `--ant-…`. */
export function exposeTokens(design: Design, element: { readonly style: { setProperty(name: string, value: string): void } }): void {
  const tokens = tokensOf(design)
  const colorOnPrimary = design.components?.Button?.primaryColor ?? tokens.colorTextLightSolid
  for (const [name, value] of Object.entries({ ...tokens, colorOnPrimary })) {
    if (/^(color|font|borderRadius)/.test(name))
      element.style.setProperty(`--ant-${kebab(name)}`, typeof value === 'number' ? `${value}px` : String(value))
  }
}
