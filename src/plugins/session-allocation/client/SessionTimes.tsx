import { DatePicker, Select } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useMemo } from 'react'
import type { PlannedSession } from '../shared/plan.ts'
import { beginAt } from '../shared/slots.ts'

export interface AddressOption {
  readonly value: string
  readonly label: string
}

const SHOWN = 'YYYY-MM-DD HH:mm'

const toMoment = (text: string | undefined): Dayjs | null => (text ? dayjs(text) : null)
export const toTimeText = (moment: Dayjs | null): string | undefined => moment?.format('YYYY-MM-DD HH:mm:00')

interface TimeProps {
  readonly label: string
  readonly value: string | undefined
  onChange(value: string | undefined): void
}

/** A time to the minute, as the text that is stored. */
export function MinutePicker({ label, value, onChange }: TimeProps) {
  // For another moment of the same value, the picker would drop what is being typed.
  const shown = useMemo(() => toMoment(value), [value])
  return (
    <DatePicker
      aria-label={label}
      placeholder={label}
      showTime={{ format: 'HH:mm', minuteStep: 5 }}
      format={SHOWN}
      value={shown}
      onChange={(moment) => onChange(toTimeText(moment))}
      style={{ width: '100%' }}
    />
  )
}

interface Props {
  readonly session: PlannedSession
  readonly addresses: readonly AddressOption[]
  change(values: Partial<Pick<PlannedSession, 'startTime' | 'endTime' | 'experiAdressId'>>): void
}

/** When and where one session takes place; both can be set later. */
export function SessionTimes({ session, addresses, change }: Props) {
  return (
    <div className="plan-session-times">
      <MinutePicker
        label={`${session.groupName}开始时间`}
        value={session.startTime}
        onChange={(begin) => change(beginAt(session, begin))}
      />
      <MinutePicker label={`${session.groupName}结束时间`} value={session.endTime} onChange={(endTime) => change({ endTime })} />
      <Select
        aria-label={`${session.groupName}实验地址`}
        placeholder="实验地址"
        allowClear
        showSearch
        optionFilterProp="label"
        options={[...addresses]}
        value={session.experiAdressId}
        onChange={(experiAdressId?: string) => change({ experiAdressId })}
      />
    </div>
  )
}
