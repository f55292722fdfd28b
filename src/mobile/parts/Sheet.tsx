/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import './dialogs.css'

interface Props {
  readonly label: string
  readonly className?: string
  /** Closed by Esc, a tap beside it or a button inside; without it the sheet cannot be left. */
  readonly onClose?: () => void
  readonly children: ComponentChildren
}

/** A modal window over the page, provided by the browser: nothing behind it can be reached meanwhile. */
export function Sheet({ label, className = 'sheet', onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    if (element && !element.open) element.showModal()
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={className}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault()
        onClose?.()
      }}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget) onClose?.()
      }}
    >
      {children}
    </dialog>
  )
}
