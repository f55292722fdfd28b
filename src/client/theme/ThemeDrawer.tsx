import { CheckOutlined } from '@ant-design/icons'
import { Drawer, Segmented, Space, Switch, Tooltip, Typography } from 'antd'
import { primaries, type Primary, type ThemePreferences } from './preferences.ts'
import { useTheme } from './use-theme.ts'
import './theme.css'

const modes: readonly { label: string; value: ThemePreferences['mode'] }[] = [
  { label: '浅色', value: 'light' },
  { label: '深色', value: 'dark' },
  { label: '跟随系统', value: 'system' },
]
const colours = Object.keys(primaries) as Primary[]

/** Light or dark, primary colour, density: applied at once and saved for this user. */
export function ThemeDrawer({ open, onClose }: { readonly open: boolean; onClose(): void }) {
  const { preferences, isDark, change } = useTheme()
  return (
    <Drawer title="主题设置" open={open} onClose={onClose} width="min(320px, 100vw)">
      <Space direction="vertical" size="large" className="fill">
        <section>
          <Typography.Title level={5}>界面风格</Typography.Title>
          <Segmented block options={[...modes]} value={preferences.mode} onChange={(mode) => change({ mode })} />
        </section>
        <section>
          <Typography.Title level={5}>主题色</Typography.Title>
          <div className="swatches" role="radiogroup" aria-label="主题色">
            {colours.map((name) => (
              <Tooltip key={name} title={primaries[name].title}>
                <button
                  type="button"
                  role="radio"
                  aria-checked={name === preferences.primary}
                  aria-label={primaries[name].title}
                  className="swatch"
                  style={{ background: primaries[name][isDark ? 'dark' : 'light'] }}
                  onClick={() => change({ primary: name })}
                >
                  {name === preferences.primary && <CheckOutlined />}
                </button>
              </Tooltip>
            ))}
          </div>
        </section>
        <section className="theme-line">
          <label htmlFor="theme-compact">紧凑模式</label>
          <Switch id="theme-compact" checked={preferences.compact} onChange={(compact) => change({ compact })} />
        </section>
      </Space>
    </Drawer>
  )
}
