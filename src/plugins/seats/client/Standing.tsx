import { Button, Flex, Typography } from 'antd'
import { useState } from 'react'
import useSWR from 'swr'
import { declaredCall, singleClick } from '../../../../engine/client/index.ts'
import type { SeatRow } from '../wire.ts'
import { fresh } from './use-seats.ts'

interface Member {
  readonly id: string
  readonly realname: string
  readonly studyNumber: string
}

interface Props {
  readonly sessionId: string
  readonly seats: readonly SeatRow[]
  readonly editable: boolean
  seatFirst(member: Member): Promise<void>
}

const path = '/inspect/bhExperiSeat/queryExperiSeatStu'

/** Members of the session without a seat; a press gives one of them the first free seat. */
export function Standing({ sessionId, seats, editable, seatFirst }: Props) {
  const { data } = useSWR(
    ['seat', path, sessionId],
    () => declaredCall(path, { experiGroupId: sessionId, type: 'noChoose', pageSize: 1000 }).get<{ records: Member[] }>(),
    fresh,
  )
  /** On their way to a seat. */
  const [going, setGoing] = useState<readonly string[]>([])
  const seat = (member: Member) => {
    setGoing((now) => [...now, member.id])
    void seatFirst(member).finally(() => setGoing((now) => now.filter((id) => id !== member.id)))
  }
  const seated = new Set(seats.map(({ stuId }) => stuId))
  const standing = data?.records.filter(({ id }) => !seated.has(id)) ?? []
  if (standing.length === 0) return null
  const full = seats.every(({ stuId }) => stuId)
  return (
    <Flex wrap gap={8} align="center" role="group" aria-label="未就座的学生">
      <Typography.Text strong>未就座 {standing.length} 人：</Typography.Text>
      {standing.map((member) => (
        <Button
          key={member.id}
          size="small"
          disabled={!editable || full}
          title={full ? '没有空座位' : '安排到第一个空座位'}
          loading={going.includes(member.id)}
          onClick={singleClick(() => seat(member))}
        >
          {member.realname} {member.studyNumber}
        </Button>
      ))}
    </Flex>
  )
}
