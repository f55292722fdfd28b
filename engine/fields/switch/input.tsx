import { Switch } from 'antd'
import type { FieldInput } from '../client-contract.ts'
import { positions } from './shared.ts'

export const switchField: FieldInput<'switch'> = ({ id, field, value, disabled, onChange }) => {
  const { on, off } = positions(field)
  return (
    <Switch
      id={id}
      checked={value === 1}
      checkedChildren={on}
      unCheckedChildren={off}
      disabled={disabled}
      onChange={(isOn) => onChange(isOn ? 1 : 0)}
    />
  )
}
