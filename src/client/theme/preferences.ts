import { flag, objectOf, oneOf, orElse, type JsonOf } from '../../../engine/json-schema-parts.ts'
import { readJson } from '../../../engine/outside.ts'
import type { userSettings } from '../../../schemas/identity/own-account.ts'

export type Primary = keyof (typeof userSettings)['themePrimary']['options']

/** Primary colours by name; the second is for dark pages, light enough to read on black. */
export const primaries: Readonly<Record<Primary, { readonly light: string; readonly dark: string }>> = {
  blue: { light: '#1a63d8', dark: '#7fb1ff' },
  cyan: { light: '#08777f', dark: '#3cc4ce' },
  green: { light: '#2b7a3d', dark: '#62c27a' },
  purple: { light: '#6741c9', dark: '#bba5f8' },
  red: { light: '#c4302b', dark: '#f8958f' },
  orange: { light: '#b0530a', dark: '#f5a65e' },
}

export interface ThemePreferences {
  readonly mode: 'light' | 'dark' | 'system'
  readonly primary: Primary
  readonly compact: boolean
}
export const defaultPreferences: ThemePreferences = { mode: 'light', primary: 'blue', compact: false }

const keyOf = (username: string | undefined): string => (username ? `shiyan.theme.${username}` : 'shiyan.theme')
const primary: JsonOf<Primary> = { enum: Object.keys(primaries) }
const stored = objectOf<ThemePreferences>({
  required: { mode: true, primary: true, compact: true },
  properties: {
    mode: orElse(oneOf('light', 'dark', 'system'), defaultPreferences.mode),
    primary: orElse(primary, defaultPreferences.primary),
    compact: orElse(flag, defaultPreferences.compact),
  },
})

/** An unknown stored value falls back to the default of its setting. */
export const parsePreferences = (text: string | null): ThemePreferences => readJson(stored, text) ?? defaultPreferences

/** A user's own theme; before the login, the one last used in this browser. */
export function readThemePreferences(username: string | undefined, storage: Storage = localStorage): ThemePreferences {
  return parsePreferences(storage.getItem(keyOf(username)) ?? storage.getItem(keyOf(undefined)))
}

export function savePreferences(username: string | undefined, preferences: ThemePreferences, storage: Storage = localStorage): void {
  const text = JSON.stringify(preferences)
  storage.setItem(keyOf(username), text)
  storage.setItem(keyOf(undefined), text)
}
