import { useCallback, type MouseEvent, type ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { useLeave } from '../../changes/unsaved.ts'
import { useRecordPath } from '../../record-path.ts'

/** Goes to a row's own page, after asking about unsaved changes. */
export type OpenRecord = (path: string) => void

export function useOpenRecord(): OpenRecord {
  const navigate = useNavigate()
  const leave = useLeave()
  return useCallback((path) => leave(() => void navigate(path)), [leave, navigate])
}

interface Props {
  readonly entity: string
  readonly id: string
  /** Made once for all links of a list: what it needs reads the address, and would draw each link again with every change of it. */
  readonly open: OpenRecord
  readonly children: ReactNode
}

/** A row's name that leads to its own page; the name alone for anyone who may not open it. */
export function RecordLink({ entity, id, open, children }: Props) {
  const path = useRecordPath()(entity, id)
  if (path === undefined) return <>{children}</>
  const follow = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    open(path)
  }
  return (
    <a href={path} onClick={follow}>
      {children}
    </a>
  )
}
