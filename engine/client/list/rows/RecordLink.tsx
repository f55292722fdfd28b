import type { MouseEvent, ReactNode } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { useLeave } from '../../form/unsaved.ts'
import { useRecordPath } from '../../record-path.ts'

interface Props {
  readonly entity: string
  readonly id: string
  readonly children: ReactNode
}

/** A row's name that leads to its own page; the name alone for anyone who may not open it. */
export function RecordLink({ entity, id, children }: Props) {
  const path = useRecordPath()(entity, id)
  const navigate = useNavigate()
  const leave = useLeave()
  if (path === undefined) return <>{children}</>
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    leave(() => void navigate(path))
  }
  return (
    <Link to={path} onClick={open}>
      {children}
    </Link>
  )
}
