import { useEffect, useRef } from 'react'

interface OpenForm {
  isDirty(): boolean
  close(): void
}
const forms = new Set<OpenForm>()

/** What is asked before changes are thrown away, whatever would do it. */
export const giveUpQuestion = { title: '确定放弃编辑？', okText: '放弃', cancelText: '继续编辑', okButtonProps: { danger: true } }

/** Has any open form changes that are not saved? The application asks before it leaves the page. */
export const hasUnsaved = (): boolean => [...forms].some((form) => form.isDirty())

/** Close every open form; its changes go. */
export function abandonForms(): void {
  for (const form of forms) form.close()
}

/** Makes a form known while it is open, so that neither Back nor a closed tab throws its changes away unasked. */
export function useUnsaved(isDirty: () => boolean, close: () => void): void {
  const form = useRef<OpenForm>({ isDirty, close })
  form.current = { isDirty, close }
  useEffect(() => {
    const known: OpenForm = { isDirty: () => form.current.isDirty(), close: () => form.current.close() }
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
