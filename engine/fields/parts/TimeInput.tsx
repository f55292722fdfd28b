import { CloseCircleFilled } from '@ant-design/icons'
import { DatePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import 'dayjs/locale/zh-cn.js'
import { useMemo } from 'react'
import type { FilterProps, InputProps } from '../client-contract.ts'
import type { FieldOf } from '../contract.ts'
import { kindOf } from '../shared.ts'

type TimeField = FieldOf<'date'> | FieldOf<'dateTime'>

const isDay = (field: TimeField): boolean => kindOf(field) === 'day'
const isToTheMinute = (field: TimeField): boolean => 'minutes' in field && field.minutes === true
const formatOf = (field: TimeField): string =>
  isDay(field) ? 'YYYY-MM-DD' : isToTheMinute(field) ? 'YYYY-MM-DD HH:mm:00' : 'YYYY-MM-DD HH:mm:ss'
const toMoment = (value: unknown): Dayjs | null => (typeof value === 'string' && value !== '' ? dayjs(value) : null)

/** The same moment while the value stays: for another one, the picker drops what is being typed. */
const useMoment = (value: unknown): Dayjs | null => useMemo(() => toMoment(value), [value])

/** A date or a time; its value is the text in stored form. */
export function TimeInput({ id, field, value, disabled, onChange, onBlur }: InputProps<TimeField>) {
  const shown = useMoment(value)
  return (
    <DatePicker
      id={id}
      style={{ width: '100%' }}
      format={formatOf(field)}
      showTime={isToTheMinute(field) ? { format: 'HH:mm' } : !isDay(field)}
      placeholder={`请选择${field.label}`}
      disabled={disabled}
      allowClear={emptied}
      value={shown}
      onChange={(moment) => onChange(moment ? moment.format(formatOf(field)) : null)}
      onBlur={onBlur}
    />
  )
}

/** The button that empties it has a name. */
const emptied = { clearIcon: <CloseCircleFilled aria-hidden={false} aria-label="清空" /> }

const wholeDays = { defaultValue: [dayjs('2000-01-01'), dayjs('2000-01-01 23:59:59')] }

/** One day, or from and to. */
export function TimeFilter({ id, field, range, value, onChange }: FilterProps<TimeField>) {
  const format = formatOf(field)
  const [begin, end] = typeof value === 'object' ? value : [value, '']
  const from = useMoment(begin)
  const to = useMoment(end)
  const moments = useMemo((): [Dayjs | null, Dayjs | null] => [from, to], [from, to])
  if (!range) {
    return (
      <DatePicker
        id={id}
        style={{ width: '100%' }}
        format={format}
        allowClear={emptied}
        value={from}
        onChange={(moment) => onChange(moment ? moment.format(format) : undefined)}
      />
    )
  }
  return (
    <DatePicker.RangePicker
      id={{ start: id, end: `${id}-end` }}
      style={{ width: '100%' }}
      format={format}
      showTime={isDay(field) ? false : wholeDays}
      allowEmpty
      allowClear={emptied}
      separator="至"
      placeholder={['开始', '结束']}
      value={moments}
      onChange={(chosen) => onChange(chosen ? [chosen[0]?.format(format) ?? '', chosen[1]?.format(format) ?? ''] : undefined)}
    />
  )
}
