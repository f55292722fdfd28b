import { App } from 'antd'
import type { AnyEntity, WireRow } from '../../schema/index.ts'
import { makeCall, needlessBecause, tryCall } from '../calls.ts'
import { EntityFormDialog } from '../form/EntityFormDialog.tsx'
import { ParamsForm } from '../form/ParamsForm.tsx'
import { addValues } from '../model/add-values.ts'
import { askedParamField } from '../model/asked-params.ts'
import { ReadableError } from '../../browser/readable-error.ts'
import type { Dialog } from '../model/dialog.ts'
import type { Filters } from '../model/list-state.ts'

interface Props {
  readonly entity: AnyEntity
  readonly dialog: Extract<Dialog, { show: 'add' | 'edit' | 'view' | 'params' }>
  readonly filters: Filters
  readonly reload: () => void
  close(): void
}

/** The page's other filters, which narrow the choices in the form. */
const surroundings = (filters: Filters, asked: readonly string[]): WireRow =>
  Object.fromEntries(Object.entries(filters).filter(([key]) => !asked.includes(key)))

/** The forms that a list opens: a new row, a row to edit or to view, or the params of a call. */
export function FormDialogs({ entity, dialog, filters, reload, close }: Props) {
  const { message } = App.useApp()
  if (dialog.show === 'params') {
    const asked = dialog.asked.flatMap((key) => {
      const field = askedParamField(entity, dialog.call, key, dialog.from?.[key])
      return field ? [[key, field] as const] : []
    })
    return (
      <ParamsForm
        title={dialog.title}
        fields={Object.fromEntries(asked)}
        question={dialog.question}
        {...(dialog.answer && { isTrial: true, saveText: '测试' })}
        opensIn={entity.calls?.[dialog.call]?.opensIn}
        initial={{ ...surroundings(filters, dialog.asked), ...dialog.known }}
        submit={async (values, key) => {
          const params = { ...dialog.known, ...values }
          const needless = await needlessBecause(entity, dialog.call, params)
          if (needless !== undefined) throw new ReadableError(needless)
          if (dialog.answer) return tryCall(entity, dialog.call, params)
          const answer = await makeCall(entity, dialog.call, params, key)
          void message.success(entity.calls?.[dialog.call]?.success ?? answer.message)
          reload()
          return undefined
        }}
        onClose={close}
      />
    )
  }
  const row = dialog.show === 'add' ? undefined : dialog.row
  return (
    <EntityFormDialog
      open
      entity={entity}
      mode={dialog.show}
      row={row}
      initial={dialog.show === 'add' ? { ...addValues(entity, filters), ...dialog.initial } : undefined}
      onClose={close}
      onSaved={reload}
    />
  )
}
