import { App, Button, Drawer, Modal, Space, theme } from 'antd'
import { useRef, useSyncExternalStore, type ReactNode } from 'react'
import { askToGiveUp, unsavedChanges, useUnsaved } from '../changes/unsaved.ts'

interface Props {
  readonly title: string
  readonly opensIn: 'modal' | 'drawer'
  readonly width?: number
  readonly isSaving: boolean
  /** The fields are not there yet: a press on the save button would do nothing, so it cannot be pressed. */
  readonly isLoading?: boolean
  readonly saveText?: string
  isDirty(): boolean
  /** The labels of the changed fields. */
  changes(): readonly string[]
  /** Absent where the form is only read. */
  onSave?: (() => void) | undefined
  onClose(): void
  readonly children: ReactNode
}

const phone = typeof matchMedia === 'function' ? matchMedia('(max-width: 500px)') : undefined
function listen(repaint: () => void): () => void {
  phone?.addEventListener('change', repaint)
  return () => phone?.removeEventListener('change', repaint)
}

/** Asks once before changes are thrown away. A second Esc that arrives before the question has the focus withdraws the question. */
function useGiveUp({ isDirty, what, onClose }: { isDirty(): boolean; what(): string; onClose(): void }): () => void {
  const { modal } = App.useApp()
  const question = useRef<{ destroy(): void } | undefined>(undefined)
  const forget = () => (question.current = undefined)
  return () => {
    if (question.current) {
      question.current.destroy()
      forget()
    } else if (isDirty()) {
      question.current = askToGiveUp(modal, { what: what(), onOk: onClose, afterClose: forget })
    } else onClose()
  }
}

/** The window around a form. It asks before changes are thrown away, and stays open while a save is in progress. */
export function FormFrame({
  title,
  opensIn,
  width,
  isSaving,
  isLoading = false,
  saveText,
  isDirty,
  changes,
  onSave,
  onClose,
  children,
}: Props) {
  const what = () => unsavedChanges(title, changes())
  const giveUp = useGiveUp({ isDirty, what, onClose })
  useUnsaved({ isDirty, what, close: onClose })
  const { token } = theme.useToken()
  const isPhone = useSyncExternalStore(listen, () => phone?.matches ?? false)
  const close = () => {
    if (!isSaving) giveUp()
  }
  const footer = (
    <Space>
      <Button onClick={close} disabled={isSaving}>
        {onSave ? '取消' : '关闭'}
      </Button>
      {onSave && (
        <Button type="primary" loading={isSaving} disabled={isLoading} onClick={onSave}>
          {saveText ?? '保存'}
        </Button>
      )}
    </Space>
  )
  if (opensIn === 'drawer') {
    const ends = { display: 'flex', justifyContent: 'flex-end' }
    // What is only read has nothing that takes the focus; keys scroll what has it.
    const content = onSave ? (
      children
    ) : (
      <section aria-label={title} tabIndex={0} style={{ height: '100%', overflowY: 'auto', padding: token.paddingLG }}>
        {children}
      </section>
    )
    return (
      <Drawer
        open
        title={title}
        width={isPhone ? '100%' : (width ?? 700)}
        maskClosable={false}
        onClose={close}
        footer={footer}
        styles={{ footer: ends, body: onSave ? {} : { padding: 0 } }}
      >
        {content}
      </Drawer>
    )
  }
  const full = { top: 0, margin: 0, maxWidth: '100vw', paddingBottom: 0 }
  return (
    <Modal
      open
      title={title}
      width={isPhone ? '100%' : (width ?? 800)}
      style={isPhone ? full : undefined}
      styles={{
        body: {
          maxHeight: isPhone ? 'calc(100dvh - 124px)' : 'calc(100vh - 260px)',
          overflowY: 'auto',
          paddingTop: 8,
          marginInline: -4,
          paddingInline: 4,
        },
      }}
      maskClosable={false}
      onCancel={close}
      footer={footer}
    >
      {children}
    </Modal>
  )
}
