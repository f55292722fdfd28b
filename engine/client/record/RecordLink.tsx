import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useRecordPath } from './record-path.ts'

interface Props {
  readonly entity: string
  readonly id: string
  readonly children: ReactNode
}

/** A row's name that leads to its own page; the name alone for anyone who may not open it. */
export function RecordLink({ entity, id, children }: Props) {
  const path = useRecordPath()(entity, id)
  return path === undefined ? <>{children}</> : <Link to={path}>{children}</Link>
}
