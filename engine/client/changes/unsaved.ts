import { App } from 'antd'
import { useCallback, useEffect, useRef } from 'react'
import { namesAndNumber, questionProps } from '../question.tsx'

interface OpenForm {
  isDirty(): boolean
  /** What the user would lose. */
  what(): string
  close(): void
}
const forms = new Set<OpenForm>()

/** `新增课程：课程名称、学期（共 2 项）`: the unsaved changes of a form. */
export const unsavedChanges = (title: string, changes: readonly string[]): string =>
  changes.length > 0 ? `${title}：${namesAndNumber(changes, '项')}` : title

const allUnsaved = (): string =>
  [...forms]
    .filter((form) => form.isDirty())
    .map((form) => form.what())
    .join('\n')

type Modal = ReturnType<typeof App.useApp>['modal']

interface GivingUp {
  /** What would be lost; by default the changes of all open forms. */
  readonly what?: string
  onOk(): void
  afterClose?(): void
}

/** Asks before changes are thrown away, whatever the cause. */
export const askToGiveUp = (modal: Modal, { what = allUnsaved(), onOk, afterClose }: GivingUp): { destroy(): void } =>
  modal.confirm({
    ...questionProps({ title: '确定放弃编辑？', text: '以下内容尚未保存：', about: what, destroys: true, yes: '放弃', no: '继续编辑' }),
    onOk,
    afterClose,
  })

/** Whether any open form has changes that are not saved; the application asks before it leaves the page. */
export const hasUnsaved = (): boolean => [...forms].some((form) => form.isDirty())

/** Close every open form and discard its changes. */
export function abandonForms(): void {
  for (const form of forms) form.close()
}

/** Goes somewhere else: at once, or after the user agrees to lose unsaved changes. */
export function useLeave(): (go: () => void) => void {
  const { modal } = App.useApp()
  return useCallback(
    (go) => {
      if (!hasUnsaved()) return go()
      const leave = () => {
        abandonForms()
        go()
      }
      askToGiveUp(modal, { onOk: leave })
    },
    [modal],
  )
}

/** Registers a form while it is open, so that the user is asked before Back or closing the tab discards its changes. */
export function useUnsaved(open: OpenForm): void {
  const form = useRef(open)
  form.current = open
  useEffect(() => {
    const known: OpenForm = { isDirty: () => form.current.isDirty(), what: () => form.current.what(), close: () => form.current.close() }
    const stay = (event: BeforeUnloadEvent) => {
      if (known.isDirty()) event.preventDefault()
    }
    forms.add(known)
    window.addEventListener('beforeunload', stay)
    return () => {
      forms.delete(known)
      window.removeEventListener('beforeunload', stay)
    }
  }, [])
}
