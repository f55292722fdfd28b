import { createContext, useCallback, useContext, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { readPreferences, savePreferences, type ThemePreferences } from './preferences.ts'

export interface ThemeState {
  readonly preferences: ThemePreferences
  readonly isDark: boolean
  change(part: Partial<ThemePreferences>): void
}

const ThemeContext = createContext<ThemeState | undefined>(undefined)
export const ThemeProvider = ThemeContext.Provider

export function useTheme(): ThemeState {
  const state = useContext(ThemeContext)
  if (!state) throw new Error('useTheme needs a ThemeProvider above it')
  return state
}

const systemDark = window.matchMedia('(prefers-color-scheme: dark)')
function watchSystem(react: () => void): () => void {
  systemDark.addEventListener('change', react)
  return () => systemDark.removeEventListener('change', react)
}

/** The theme of one user, remembered in this browser; another user brings a theme of his own. */
export function useThemeState(username: string | undefined): ThemeState {
  const [held, setHeld] = useState(() => ({ username, preferences: readPreferences(username) }))
  if (held.username !== username) setHeld({ username, preferences: readPreferences(username) })
  const prefersDark = useSyncExternalStore(watchSystem, () => systemDark.matches)
  const { preferences } = held
  const isDark = preferences.mode === 'dark' || (preferences.mode === 'system' && prefersDark)
  useEffect(() => {
    document.documentElement.style.colorScheme = isDark ? 'dark' : 'light'
  }, [isDark])
  const change = useCallback(
    (part: Partial<ThemePreferences>) => {
      const next = { ...preferences, ...part }
      savePreferences(username, next)
      setHeld({ username, preferences: next })
    },
    [username, preferences],
  )
  return useMemo(() => ({ preferences, isDark, change }), [preferences, isDark, change])
}
