import { ArrowDownOutlined, ArrowUpOutlined, SettingOutlined } from '@ant-design/icons'
import { Button, Checkbox, Flex, Popover, Radio, Tooltip } from 'antd'
import { arrange, noPreferences, type Density, type ListPreferences } from './preferences.ts'
import type { ListColumn } from './list-model.ts'

interface Props {
  readonly columns: readonly ListColumn[]
  readonly preferences: ListPreferences
  change(part: Partial<ListPreferences>): void
}

const densities: readonly { value: Density; label: string }[] = [
  { value: 'large', label: '宽松' },
  { value: 'middle', label: '适中' },
  { value: 'small', label: '紧凑' },
]

function Chooser({ columns, preferences, change }: Props) {
  const ordered = arrange(columns, preferences).map((column) => column.key)
  const hidden = new Set(preferences.hidden)
  const move = (at: number, by: number) => {
    const next = [...ordered]
    const [key] = next.splice(at, 1)
    if (key) next.splice(at + by, 0, key)
    change({ order: next })
  }
  const toggle = (key: string) =>
    change({ hidden: hidden.has(key) ? preferences.hidden.filter((one) => one !== key) : [...preferences.hidden, key] })
  return (
    <Flex vertical gap={8} style={{ width: 240, maxHeight: '60vh', overflow: 'auto' }}>
      <Radio.Group
        size="small"
        optionType="button"
        aria-label="密度"
        options={[...densities]}
        value={preferences.density}
        onChange={(event) => change({ density: densities.find(({ value }) => value === event.target.value)?.value ?? 'middle' })}
      />
      {ordered.map((key, at) => {
        const label = columns.find((column) => column.key === key)?.field.label ?? key
        const last = !hidden.has(key) && hidden.size >= columns.length - 1
        return (
          <Flex key={key} justify="space-between" align="center">
            <Checkbox checked={!hidden.has(key)} disabled={last} onChange={() => toggle(key)}>
              {label}
            </Checkbox>
            <span>
              <Button
                type="text"
                size="small"
                aria-label={`${label} 上移`}
                icon={<ArrowUpOutlined />}
                disabled={at === 0}
                onClick={() => move(at, -1)}
              />
              <Button
                type="text"
                size="small"
                aria-label={`${label} 下移`}
                icon={<ArrowDownOutlined />}
                disabled={at === ordered.length - 1}
                onClick={() => move(at, 1)}
              />
            </span>
          </Flex>
        )
      })}
      <Button size="small" onClick={() => change(noPreferences)}>
        恢复默认
      </Button>
    </Flex>
  )
}

/** Which columns, in which order, and how dense: per user and list. */
export function ColumnChooser(props: Props) {
  return (
    <Popover trigger="click" placement="bottomRight" title="列设置" content={<Chooser {...props} />}>
      <Tooltip title="列设置">
        <Button type="text" aria-label="列设置" icon={<SettingOutlined />} />
      </Tooltip>
    </Popover>
  )
}
