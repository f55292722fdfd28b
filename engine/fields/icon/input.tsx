import { Button, Space } from 'antd'
import { lazy, Suspense, useState } from 'react'
import type { FieldInput } from '../client-contract.ts'
import { LazyIcon } from './LazyIcon.tsx'

const IconPicker = lazy(() => import('./IconPicker.tsx').then((file) => ({ default: file.IconPicker })))

/** A button that shows the chosen icon and opens the picker. */
function IconInput({ id, value, disabled, onChange, onBlur }: Parameters<FieldInput<'icon'>>[0]) {
  const [isOpen, setOpen] = useState(false)
  const name = typeof value === 'string' ? value : ''
  return (
    <Space>
      <Button id={id} disabled={disabled} onClick={() => setOpen(true)} onBlur={onBlur} icon={name ? <LazyIcon name={name} /> : undefined}>
        {name || '选择图标'}
      </Button>
      {name !== '' && !disabled && (
        <Button type="link" size="small" onClick={() => onChange(null)}>
          清除
        </Button>
      )}
      {isOpen && (
        <Suspense>
          <IconPicker chosen={name} choose={onChange} close={() => setOpen(false)} />
        </Suspense>
      )}
    </Space>
  )
}

export const icon: FieldInput<'icon'> = (props) => <IconInput {...props} />
