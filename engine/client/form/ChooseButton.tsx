import { Button, Flex } from 'antd'
import { useState, type KeyboardEvent, type ReactNode } from 'react'
import type { Narrowing } from '../../fields/client-contract.ts'
import type { ChooseSpec } from '../../fields/parts/choose-spec.ts'
import type { ReferenceField } from '../../fields/structure.ts'
import { lazyPart } from '../../browser/lazy-part.tsx'
import { MissingWindow } from '../../browser/Missing.tsx'

const ChooseWindow = lazyPart(() => import('../choose/ChooseWindow.tsx').then((file) => file.ChooseWindow), MissingWindow)

interface Props {
  readonly field: ReferenceField
  readonly spec: ChooseSpec
  readonly value: unknown
  readonly narrowing: Narrowing
  readonly disabled: boolean
  /** The field's own input: who knows the name types it there. */
  readonly children: ReactNode
  onChange(value: unknown): void
}

/** What is pressed in the window is not meant for the form below it. */
const keepInside = (event: KeyboardEvent) => event.stopPropagation()

/** A reference's input, with a button that opens its window. */
export function ChooseButton({ field, spec, value, narrowing, disabled, children, onChange }: Props) {
  const [open, setOpen] = useState(false)
  if (disabled) return children
  return (
    <>
      <Flex gap={8}>
        <div style={{ flex: 1, minWidth: 0 }}>{children}</div>
        <Button autoInsertSpace={false} aria-label={`选择${field.label}`} onClick={() => setOpen(true)}>
          选择
        </Button>
      </Flex>
      {open && (
        <span onKeyDown={keepInside}>
          <ChooseWindow field={field} spec={spec} value={value} narrowing={narrowing} onChoose={onChange} close={() => setOpen(false)} />
        </span>
      )}
    </>
  )
}
