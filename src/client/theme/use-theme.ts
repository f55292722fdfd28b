import { createContext, useCallback, useContext, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { readThemePreferences, savePreferences, type ThemePreferences } from './preferences.ts'

export interface ThemeState {
  readonly preferences: ThemePreferences
  readonly isDark: boolean
  /** The system asks for less motion: windows and lists are there at once instead of sliding in. */
  readonly isCalm: boolean
  change(part: Partial<ThemePreferences>): void
}

const ThemeContext = createContext<ThemeState | undefined>(undefined)
export const ThemeProvider = ThemeContext.Provider

export function useTheme(): ThemeState {
  const state = useContext(ThemeContext)
  if (!state) throw new Error('useTheme needs a ThemeProvider above it')
  return state
}

function systemSetting(query: string) {
  const setting = window.matchMedia(query)
  const watch = (react: () => void) => {
    setting.addEventListener('change', react)
    return () => setting.removeEventListener('change', react)
  }
  return () => useSyncExternalStore(watch, () => setting.matches)
}
const usePrefersDark = systemSetting('(prefers-color-scheme: dark)')
const usePrefersCalm = systemSetting('(prefers-reduced-motion: reduce)')

/** The theme of one user, remembered in this browser; another user has a theme of their own. */
export function useThemeState(username: string | undefined): ThemeState {
  const [stored, setStored] = useState(() => ({ username, preferences: readThemePreferences(username) }))
  if (stored.username !== username) setStored({ username, preferences: readThemePreferences(username) })
  const prefersDark = usePrefersDark()
  const isCalm = usePrefersCalm()
  const { preferences } = stored
  const isDark = preferences.mode === 'dark' || (preferences.mode === 'system' && prefersDark)
  useEffect(() => {
    document.documentElement.style.colorScheme = isDark ? 'dark' : 'light'
  }, [isDark])
  const change = useCallback(
    (part: Partial<ThemePreferences>) => {
      const next = { ...preferences, ...part }
      savePreferences(username, next)
      setStored({ username, preferences: next })
    },
    [username, preferences],
  )
  return useMemo(() => ({ preferences, isDark, isCalm, change }), [preferences, isDark, isCalm, change])
}
