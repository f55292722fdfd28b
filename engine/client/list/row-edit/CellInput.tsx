import { Input, Typography } from 'antd'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { Unseen } from '../../../browser/Unseen.tsx'
import { inputOf } from '../../../fields/inputs.ts'
import { takesRule } from '../../../schema/takes.ts'
import type { EditableColumn } from '../../../schema/index.ts'
import { isSame } from '../../changes/is-same.ts'
import { narrowingOf } from '../../narrowing.ts'
import { columnOf, writtenBy, type OpenEdit, type RowEdit } from './row-edit.ts'

interface Props {
  readonly edit: RowEdit
  readonly open: OpenEdit
  readonly one: EditableColumn<string>
}

function FieldInput({ edit, open, name }: Omit<Props, 'one'> & { readonly name: string }) {
  const field = edit.entity.fields[name]
  if (!field) return null
  const { Input: Inner } = inputOf(field)
  const value = name in open.values ? open.values[name] : open.row[name]
  const text = open.row[`${name}_dictText`]
  return (
    <Inner
      id={`row-edit-${name}`}
      field={field}
      value={value}
      text={typeof text === 'string' && text !== '' && isSame(value, open.row[name]) ? text : undefined}
      narrowing={narrowingOf(field, { ...open.row, ...open.values })}
      taken={takesRule(field, name, { values: open.values, stored: open.row })?.values}
      disabled={open.isSaving}
      fresh={false}
      onChange={(next) => edit.change(name, next)}
      onPreselect={() => undefined}
      onBlur={() => undefined}
      onBusy={() => undefined}
    />
  )
}

function CalledInput({ edit, open, one }: Props & { readonly one: Extract<EditableColumn<string>, { call: string }> }) {
  const [text, setText] = useState(String(open.row[one.column] ?? ''))
  return (
    <Input
      id={`row-edit-${one.column}`}
      value={text}
      maxLength={64}
      disabled={open.isSaving}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => edit.leave(one, text)}
    />
  )
}

/** Enter saves the row and Esc cancels the edit. An open dropdown keeps both keys, and so does typing in pinyin. */
function onKey(edit: RowEdit, event: KeyboardEvent<HTMLElement>): void {
  if (event.nativeEvent.isComposing || event.keyCode === 229) return
  if (event.target instanceof HTMLElement && event.target.getAttribute('aria-expanded') === 'true') return
  if (event.key === 'Enter') edit.save()
  else if (event.key === 'Escape') edit.cancel()
  else return
  event.preventDefault()
  event.stopPropagation()
}

/** The input of one cell of the edited row, with its sentence below. */
export function CellInput({ edit, open, one }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const column = columnOf(one)
  const name = writtenBy(one)
  const label = edit.entity.fields[column]?.label ?? ''
  const problem = name === undefined ? undefined : open.problems[name]
  const isFirst = columnOf(edit.spec.columns[0] ?? '') === column
  useEffect(() => {
    if (isFirst) box.current?.querySelector('input')?.select()
  }, [isFirst])
  useEffect(() => {
    if (problem !== undefined) box.current?.querySelector('input')?.focus()
  }, [problem])
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys are those of the inputs inside
    <div ref={box} role="group" aria-label={`编辑${label}`} onKeyDown={(event) => onKey(edit, event)}>
      <Unseen as="label" htmlFor={`row-edit-${name ?? column}`}>
        {label}
      </Unseen>
      {typeof one !== 'string' && 'call' in one ? (
        <CalledInput edit={edit} open={open} one={one} />
      ) : (
        name !== undefined && <FieldInput edit={edit} open={open} name={name} />
      )}
      {problem !== undefined && (
        <Typography.Text type="danger" role="alert">
          {problem}
        </Typography.Text>
      )}
    </div>
  )
}
