import { Tooltip } from 'antd'
import type { CSSProperties } from 'react'

interface Props {
  readonly text: string
  readonly ellipsis?: number
}

const cut: CSSProperties = { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }

/** Text on one line; hovering shows the whole text. Tooltips are expensive, so only shortened texts get one. */
export function PlainCell({ text, ellipsis }: Props) {
  const characters = [...text]
  if (ellipsis === undefined || characters.length <= ellipsis) {
    return (
      <span style={cut} title={text}>
        {text}
      </span>
    )
  }
  return (
    <Tooltip title={text}>
      <span style={cut}>{characters.slice(0, ellipsis).join('')}…</span>
    </Tooltip>
  )
}

/** A number; its digits are of one width, and its column puts them under each other. */
export function NumberCell({ text }: { readonly text: string }) {
  return <span style={{ display: 'block', fontVariantNumeric: 'tabular-nums' }}>{text}</span>
}
