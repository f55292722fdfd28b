import { Tag, theme } from 'antd'
import { memo, type DragEvent } from 'react'
import type { SeatRow } from '../wire.ts'

interface Props {
  readonly seat: SeatRow
  readonly held: boolean
  readonly reachable: boolean
  readonly editable: boolean
  onPick(seat: SeatRow): void
  onDrop(seat: SeatRow): void
  onGrab(seat: SeatRow): void
  /** A drag has ended, anywhere. */
  onRelease(): void
  onFocus(seat: SeatRow): void
}

const nameOf = ({ groupSeatNum, realname, studyNumber, absent }: SeatRow, held: boolean): string =>
  [groupSeatNum, realname ? `${realname} ${studyNumber ?? ''}` : '空座位', absent === 1 ? '缺席' : '', held ? '已拿起' : '']
    .filter(Boolean)
    .join(' ')

/** One seat of the map: drag it, tap it, or reach it with the arrow keys. */
export const SeatTile = memo(function SeatTile(props: Props) {
  const { seat, held, reachable, editable, onPick, onDrop, onGrab, onRelease, onFocus } = props
  const { token } = theme.useToken()
  const taken = Boolean(seat.stuId)
  const away = taken && seat.absent === 1
  const plain = { background: taken ? token.colorBgContainer : token.colorFillQuaternary, borderColor: token.colorBorder }
  const missing = { background: token.colorErrorBg, borderColor: token.colorErrorBorder }
  const lifted = { background: token.colorPrimaryBg, borderColor: token.colorPrimary }
  const style = {
    ...(held ? lifted : away ? missing : plain),
    color: taken ? token.colorText : token.colorTextSecondary,
    borderStyle: taken ? 'solid' : 'dashed',
    borderRadius: token.borderRadius,
    outlineColor: token.colorPrimary,
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    onDrop(seat)
  }
  return (
    <div
      className="seat-tile"
      style={style}
      role="button"
      tabIndex={reachable ? 0 : -1}
      data-seat={seat.id}
      aria-label={nameOf(seat, held)}
      aria-pressed={held}
      draggable={editable && taken}
      onDragStart={(event) => {
        event.dataTransfer.setData('text/plain', seat.id)
        onGrab(seat)
      }}
      onDragEnd={onRelease}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
      onClick={() => onPick(seat)}
      onFocus={() => onFocus(seat)}
    >
      <div className="seat-head">
        <strong>{seat.groupSeatNum}</strong>
        {away && <Tag color="error">缺席</Tag>}
      </div>
      <div className="seat-name">{seat.realname ?? '空座位'}</div>
      <div className="seat-small">{seat.studyNumber ?? ' '}</div>
      <div className="seat-small">{seat.tjh ? `套件 ${seat.tjh}` : ' '}</div>
    </div>
  )
})
