import type { ReactNode } from 'react'
import type { Placed } from '../../wire.ts'

/** The head of a line: seat and name, with the item below; the cells beside it never cut it off. */
export function Who({ row, children }: { readonly row: Placed; readonly children?: ReactNode }) {
  const name = row.realname ?? row.studyNumber ?? ''
  const item = row.inspectionId_dictText ?? ''
  return (
    <>
      <span className="live-who">
        <span className="live-who-name">
          {row.groupSeatNum && <span className="live-seat-number">{row.groupSeatNum}</span>}
          <strong className="live-text" title={name}>
            {name}
          </strong>
        </span>
        <span className="live-text live-who-item" title={item}>
          {item}
        </span>
      </span>
      {children}
    </>
  )
}
