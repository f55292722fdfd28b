import { CheckOutlined } from '@ant-design/icons'
import { App, Segmented, Space, Switch, Tooltip } from 'antd'
import { useId } from 'react'
import { tellRefusal, useCurrentUser } from '../../../engine/client/index.ts'
import { userSettings } from '../../../schemas/identity/own-account.ts'
import { primaries, type Primary, type ThemePreferences } from './preferences.ts'
import { useTheme } from './use-theme.ts'
import './theme.css'

const { themeMode, themePrimary, themeCompact } = userSettings
const modes = (['light', 'dark', 'system'] as const).map((value) => ({ value, label: themeMode.options[value] }))
const colours = Object.keys(primaries) as Primary[]
const titles = themePrimary.options

/** Light or dark, primary colour, density: applied at once, and kept for this user in every browser. */
export function ThemeChoices() {
  const { preferences, isDark, change } = useTheme()
  const { keepSettings } = useCurrentUser()
  const app = App.useApp()
  const compactId = useId()
  function set(part: Partial<ThemePreferences>) {
    const { mode, primary, compact } = { ...preferences, ...part }
    change(part)
    keepSettings({ themeMode: mode, themePrimary: primary, themeCompact: compact ? 1 : 0 }).catch((error: unknown) =>
      tellRefusal(app, error),
    )
  }
  return (
    <Space direction="vertical" size="large" className="fill">
      <section>
        <h2 className="theme-title">{themeMode.label}</h2>
        <Segmented block options={modes} value={preferences.mode} onChange={(mode) => set({ mode })} />
      </section>
      <section>
        <h2 className="theme-title">{themePrimary.label}</h2>
        <div className="swatches" role="radiogroup" aria-label={themePrimary.label}>
          {colours.map((name) => (
            <Tooltip key={name} title={titles[name]}>
              <button
                type="button"
                role="radio"
                aria-checked={name === preferences.primary}
                aria-label={titles[name]}
                className="swatch"
                style={{ background: primaries[name][isDark ? 'dark' : 'light'] }}
                onClick={() => set({ primary: name })}
              >
                {name === preferences.primary && <CheckOutlined />}
              </button>
            </Tooltip>
          ))}
        </div>
      </section>
      <section className="theme-line">
        <label htmlFor={compactId}>{themeCompact.label}</label>
        <Switch id={compactId} checked={preferences.compact} onChange={(compact) => set({ compact })} />
      </section>
    </Space>
  )
}
