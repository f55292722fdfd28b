import type { Settings } from '../../../engine/client/index.ts'
import { parsePreferences, type ThemePreferences } from './preferences.ts'

/** The theme among a user's settings on the server; what they never set stays as this browser remembers it. */
export function themeIn(settings: Settings, { mode, primary, compact }: ThemePreferences): ThemePreferences {
  const { themeMode = mode, themePrimary = primary, themeCompact = Number(compact) } = settings
  return parsePreferences(JSON.stringify({ mode: themeMode, primary: themePrimary, compact: themeCompact === 1 }))
}
