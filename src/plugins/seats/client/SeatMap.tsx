import { PrinterOutlined, UndoOutlined } from '@ant-design/icons'
import { Button, Empty, Flex, Skeleton, Space, Tag, Typography } from 'antd'
import { useCallback, useRef, useState, type KeyboardEvent } from 'react'
import { LoadFailed, singleClick, useCurrentUser, type PanelProps } from '../../../../engine/client/index.ts'
import type { FoundRow } from '../../../../engine/schema/index.ts'
import { YES } from '../../../../schemas/teaching/yes-no.ts'
import { SeatPrint, type SeatSheet } from './SeatPrint.tsx'
import { neighbour, smallGroups } from './seat-row.ts'
import type { SeatRow } from '../wire.ts'
import { SeatTile } from './SeatTile.tsx'
import { Standing } from './Standing.tsx'
import { useMoves } from './use-moves.ts'
import './seats.css'

const arrows = new Set(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'])

/** Moves across the drawn seats with the arrow keys. */
function walk(box: HTMLElement, from: string, key: string): void {
  const tiles = [...box.querySelectorAll<HTMLElement>('[data-seat]')]
  const boxes = tiles.map((tile) => ({
    id: tile.dataset['seat'] ?? '',
    x: tile.getBoundingClientRect().left,
    y: tile.getBoundingClientRect().top,
  }))
  const next = neighbour(boxes, from, key)
  tiles.find((tile) => tile.dataset['seat'] === next)?.focus()
}

function Legend() {
  return (
    <Space wrap size={4} aria-label="图例">
      <Tag>实线：已就座</Tag>
      <Tag bordered={false}>虚线：空座位</Tag>
      <Tag color="error">缺席</Tag>
      <Tag color="processing">已拿起</Tag>
    </Space>
  )
}

/** The student being moved, and where they go: to a free seat, or to an occupied one, where the two swap. */
function useHold(editable: boolean, move: (from: string, to: string) => void) {
  const [held, setHeld] = useState<string>()
  const put = useCallback(
    (seat: SeatRow) => {
      if (held) move(held, seat.id)
      setHeld(undefined)
    },
    [held, move],
  )
  const grab = useCallback((seat: SeatRow) => setHeld(seat.stuId ? seat.id : undefined), [])
  const pick = useCallback(
    (seat: SeatRow) => {
      if (!editable) return
      if (held) put(seat)
      else grab(seat)
    },
    [editable, held, put, grab],
  )
  const release = useCallback(() => setHeld(undefined), [])
  return { held, put, grab, pick, release }
}

/** Prints the current seats, because the printed plan hangs in the room. */
function usePrint(again: () => Promise<unknown>) {
  const [sheet, setSheet] = useState<SeatSheet>()
  const printing = useRef(false)
  const print = async (wanted: SeatSheet) => {
    if (printing.current) return
    printing.current = true
    await again()
    printing.current = false
    setSheet(wanted)
  }
  const printed = useCallback(() => setSheet(undefined), [])
  return { sheet, print: (wanted: SeatSheet) => void print(wanted), printed }
}

interface ToolsProps {
  readonly seats: readonly SeatRow[]
  readonly chosen: SeatRow | undefined
  readonly editable: boolean
  readonly undo: (() => void) | undefined
  toggleAbsent(seat: SeatRow): void
  print(sheet: SeatSheet): void
}

function Tools({ seats, chosen, editable, undo, toggleAbsent, print }: ToolsProps) {
  const seated = seats.filter(({ stuId }) => stuId)
  return (
    <Flex wrap gap={8} align="center">
      <Button icon={<UndoOutlined />} disabled={!undo} onClick={undo}>
        撤销
      </Button>
      <Button disabled={!editable || !chosen?.stuId} onClick={() => chosen && toggleAbsent(chosen)}>
        {chosen?.absent === 1 ? '取消缺席' : '标记缺席'}
      </Button>
      <Button icon={<PrinterOutlined />} onClick={singleClick(() => print('plan'))}>
        打印座位图
      </Button>
      <Button icon={<PrinterOutlined />} onClick={singleClick(() => print('door'))}>
        打印签到表
      </Button>
      <Typography.Text type="secondary">
        已就座 {seated.length} / {seats.length}，缺席 {seated.filter(({ absent }) => absent === 1).length}
      </Typography.Text>
    </Flex>
  )
}

/** The seats of a session as a map: move and swap students by drag, tap or keyboard, mark them absent, and print. */
export function SeatMap({ row }: PanelProps<FoundRow<'session'>>) {
  const { permissions } = useCurrentUser()
  const sessionId = row?.id ?? ''
  const { seats, error, move, undo, toggleAbsent, seatFirst, again } = useMoves(sessionId)
  const [current, setCurrent] = useState<string>()
  const box = useRef<HTMLDivElement>(null)
  const editable = permissions.has('teaching:seat:edit') && row?.haveInspect !== YES && seats?.[0]?.haveInspect !== YES

  const { held, put, grab, pick, release } = useHold(editable, move)
  const { sheet, print, printed } = usePrint(again)
  const focused = useCallback((seat: SeatRow) => setCurrent(seat.id), [])

  if (error) return <LoadFailed error={error} retry={again} />
  if (!seats) return <Skeleton active />
  if (seats.length === 0) return <Empty description="该场次尚未初始化座位" />
  const chosen = seats.find(({ id }) => id === current)
  const reachable = chosen?.id ?? seats[0]?.id
  const press = (event: KeyboardEvent<HTMLDivElement>) => {
    if (!chosen || !box.current || event.ctrlKey || event.metaKey) return
    const { key } = event
    if (arrows.has(key)) walk(box.current, chosen.id, key)
    else if (key === ' ' || key === 'Enter') pick(chosen)
    else if (key === 'Escape' && held) release()
    else if (key.toLowerCase() === 'a' && editable) toggleAbsent(chosen)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <Flex vertical gap={12}>
      <Tools seats={seats} chosen={chosen} editable={editable} undo={undo} toggleAbsent={toggleAbsent} print={print} />
      <Legend />
      <Typography.Text type="secondary">
        {editable
          ? '拖动学生到空座位为移动，到有人的座位为交换；键盘：方向键走动，空格拿起或放下，Esc 放弃，A 标记缺席。'
          : '该场次的座位不能修改。'}
      </Typography.Text>
      <Standing sessionId={sessionId} seats={seats} editable={editable} seatFirst={seatFirst} />
      <div ref={box} className="seat-map" role="group" aria-label="座位图" onKeyDown={press}>
        {smallGroups(seats).map((group) => (
          <section key={group.number} className="seat-group">
            <Typography.Text strong>{group.number > 0 ? `第 ${group.number} 小组` : '未分小组'}</Typography.Text>{' '}
            <Typography.Text type="secondary">{group.device}</Typography.Text>
            <div className="seat-tiles">
              {group.seats.map((seat) => (
                <SeatTile
                  key={seat.id}
                  seat={seat}
                  held={held === seat.id}
                  reachable={reachable === seat.id}
                  editable={editable}
                  onPick={pick}
                  onDrop={put}
                  onGrab={grab}
                  onRelease={release}
                  onFocus={focused}
                />
              ))}
            </div>
          </section>
        ))}
      </div>
      {sheet && row && <SeatPrint sheet={sheet} seats={seats} session={row} done={printed} />}
    </Flex>
  )
}
