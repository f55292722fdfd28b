import { useLayoutEffect, useRef } from 'react'
import type { Settings } from '../../../engine/client/index.ts'
import { themeIn } from './theme-in.ts'
import { useTheme } from './use-theme.ts'

const parts = ['mode', 'primary', 'compact'] as const

/** Takes over the theme that a user has set in another browser, before anything of theirs is drawn. */
export function useThemeOf(settings: Settings | undefined): void {
  const theme = useTheme()
  const latest = useRef(theme)
  latest.current = theme
  useLayoutEffect(() => {
    if (!settings) return
    const { preferences, change } = latest.current
    const kept = themeIn(settings, preferences)
    if (parts.some((part) => kept[part] !== preferences[part])) change(kept)
  }, [settings])
}
