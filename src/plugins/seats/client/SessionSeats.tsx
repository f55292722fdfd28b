import { App, Button, Empty, Skeleton, Table, Tag, type TableProps } from 'antd'
import { useCallback, useMemo, useRef } from 'react'
import { declaredCall, LoadFailed, questionProps, tellRefusal, useCurrentUser, type PanelProps } from '../../../../engine/client/index.ts'
import type { FoundRow } from '../../../../engine/schema/index.ts'
import { YES } from '../../../../schemas/teaching/yes-no.ts'
import { SeatCellInput, focusNext } from './SeatCellInput.tsx'
import type { SeatRow } from '../wire.ts'
import { useSeats } from './use-seats.ts'
import './seats.css'

const base = '/inspect/bhExperiSeat'
const virtualFrom = 60

interface CellActs {
  saveKit(seat: SeatRow, tjh: string): Promise<boolean>
  seatStudent(seat: SeatRow, studyNumber: string, input: HTMLInputElement): void
  remove(seat: SeatRow): void
}

/** Kit number: saved when the cursor leaves it; if left empty, the stored one comes back. */
function KitInput({ seat, acts }: { readonly seat: SeatRow; readonly acts: CellActs }) {
  return (
    <SeatCellInput
      stored={seat.tjh ?? ''}
      label={`${seat.groupSeatNum} 套件号`}
      column="tjh"
      save={(value) => acts.saveKit(seat, value)}
      enter={(_, input) => focusNext(input)}
    />
  )
}

/** Student number: Enter looks the student up, seats them and moves on to the next seat. */
function NumberInput({ seat, acts }: { readonly seat: SeatRow; readonly acts: CellActs }) {
  return (
    <SeatCellInput
      stored={seat.studyNumber ?? ''}
      label={`${seat.groupSeatNum} 学号`}
      column="studyNumber"
      placeholder="输入学号后按回车"
      enter={(value, input) => acts.seatStudent(seat, value, input)}
    />
  )
}

function columnsOf(acts: CellActs, editable: boolean): TableProps<SeatRow>['columns'] {
  return [
    { title: '座次号', dataIndex: 'seatnum', width: 80, align: 'right' },
    { title: '组座位号', dataIndex: 'groupSeatNum', width: 90 },
    { title: '设备名称', dataIndex: 'facilityName', width: 140, ellipsis: true },
    { title: '设备编号', dataIndex: 'facilityNum', width: 110 },
    {
      title: '套件号',
      dataIndex: 'tjh',
      width: 130,
      render: (_, seat) => (editable ? <KitInput seat={seat} acts={acts} /> : seat.tjh),
    },
    {
      title: '学号',
      dataIndex: 'studyNumber',
      width: 170,
      render: (_, seat) => (editable ? <NumberInput seat={seat} acts={acts} /> : seat.studyNumber),
    },
    {
      title: '姓名',
      dataIndex: 'realname',
      width: 120,
      render: (_, seat) => (
        <>
          {seat.realname} {seat.absent === 1 && <Tag color="error">缺席</Tag>}
        </>
      ),
    },
    { title: '班级', dataIndex: 'className', width: 120, ellipsis: true },
    {
      title: '操作',
      key: 'act',
      width: 80,
      render: (_, seat) =>
        editable && seat.stuId ? (
          <Button type="link" size="small" danger onClick={() => acts.remove(seat)}>
            移除
          </Button>
        ) : (
          '/'
        ),
    },
  ]
}

interface Writing {
  readonly sessionId: string
  mutate(): Promise<unknown>
  reload(): void
}

/** The inputs of the table's cells, and the messages about them. */
function useCellActs({ sessionId, mutate, reload }: Writing): CellActs {
  const { message, notification, modal } = App.useApp()
  const asking = useRef(false)
  const run = useCallback(
    async (work: () => Promise<unknown>, { said, about }: { readonly said?: string; readonly about?: string } = {}) => {
      try {
        await work()
        if (said) void message.success({ key: 'done', content: said })
        await mutate()
        return true
      } catch (refusal) {
        tellRefusal({ message, notification }, refusal, { about })
        return false
      }
    },
    [message, notification, mutate],
  )
  return useMemo<CellActs>(
    () => ({
      saveKit: (seat, tjh) =>
        run(() => declaredCall(`${base}/updateTjh`, { experiSeatId: seat.id, tjh }).post(), { said: '修改成功！', about: '修改失败！' }),
      seatStudent: (seat, studyNumber, input) => {
        if (studyNumber === (seat.studyNumber ?? '')) return focusNext(input)
        if (studyNumber === '' || asking.current) return
        asking.current = true
        const ask = async () => {
          const request = { experiGroupId: sessionId, experiSeatId: seat.id, studyNumber }
          const call = declaredCall(`${base}/seatStudent`, request)
          // Input that follows while the table is read again is accepted.
          const { realname } = await call.post<{ realname: string }>().finally(() => (asking.current = false))
          if (document.activeElement === input) focusNext(input)
          reload()
          void message.success({ key: 'done', content: `${seat.groupSeatNum} ${realname}` })
        }
        void run(ask)
      },
      remove: (seat) => {
        const question = {
          title: '确认移除',
          text: `确定移除${seat.realname ?? ''}吗?`,
          about: `座位 ${seat.groupSeatNum}`,
          destroys: true,
        }
        const remove = () =>
          run(() => declaredCall(`${base}/experiSeatRemoveUser`, { experiSeatId: seat.id }).post(), { said: '移除成功！' })
        modal.confirm({ ...questionProps(question), onOk: () => remove().then(() => undefined) })
      },
    }),
    [message, modal, run, reload, sessionId],
  )
}

/** The seats of a session below its row; numbers are edited in place until there are results. */
export function SessionSeats({ filters, row, reload }: PanelProps<FoundRow<'session'>>) {
  const sessionId = String(filters['experiGroupId'] ?? '')
  const { permissions } = useCurrentUser()
  const { seats, error, mutate } = useSeats(sessionId)
  const editable = permissions.has('teaching:seat:edit') && row?.haveInspect !== YES && seats?.[0]?.haveInspect !== YES
  const acts = useCellActs({ sessionId, mutate, reload })
  const columns = useMemo(() => columnsOf(acts, editable), [acts, editable])

  if (error) return <LoadFailed error={error} retry={mutate} />
  if (!seats) return <Skeleton active />
  if (seats.length === 0) return <Empty description="该场次尚未初始化座位" />
  const many = seats.length > virtualFrom
  return (
    <div className="seat-table">
      <Table<SeatRow>
        rowKey="id"
        size="small"
        columns={columns}
        dataSource={seats}
        pagination={false}
        virtual={many}
        scroll={{ x: 1040, y: many ? 480 : undefined }}
      />
    </div>
  )
}
