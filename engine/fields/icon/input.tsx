import { Button, Space } from 'antd'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../browser/lazy-part.tsx'
import { MissingWindow } from '../../browser/Missing.tsx'
import type { FieldInput } from '../client-contract.ts'
import { LazyIcon } from './LazyIcon.tsx'

const IconPicker = lazyPart(() => import('./IconPicker.tsx').then((file) => file.IconPicker), MissingWindow)

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
