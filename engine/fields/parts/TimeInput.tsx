import { CloseCircleFilled } from '@ant-design/icons'
import { DatePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import 'dayjs/locale/zh-cn.js'
import type { FilterProps, InputProps } from '../client-contract.ts'
import type { FieldOf } from '../contract.ts'
import { kindOf } from '../shared.ts'

type TimeField = FieldOf<'date'> | FieldOf<'dateTime'>

const isDay = (field: TimeField): boolean => kindOf(field) === 'day'
const isToTheMinute = (field: TimeField): boolean => 'minutes' in field && field.minutes === true
const formatOf = (field: TimeField): string =>
  isDay(field) ? 'YYYY-MM-DD' : isToTheMinute(field) ? 'YYYY-MM-DD HH:mm:00' : 'YYYY-MM-DD HH:mm:ss'
const toMoment = (value: unknown): Dayjs | null => (typeof value === 'string' && value !== '' ? dayjs(value) : null)

/** A date or a time; its value is the text in stored form. */
export function TimeInput({ id, field, value, disabled, onChange, onBlur }: InputProps<TimeField>) {
  return (
    <DatePicker
      id={id}
      style={{ width: '100%' }}
      format={formatOf(field)}
      showTime={isToTheMinute(field) ? { format: 'HH:mm' } : !isDay(field)}
      placeholder={`请选择${field.label}`}
      disabled={disabled}
      allowClear={emptied}
      value={toMoment(value)}
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
  if (!range) {
    const text = typeof value === 'string' ? value : undefined
    return (
      <DatePicker
        id={id}
        style={{ width: '100%' }}
        format={format}
        allowClear={emptied}
        value={toMoment(text)}
        onChange={(moment) => onChange(moment ? moment.format(format) : undefined)}
      />
    )
  }
  const [begin, end] = typeof value === 'object' ? value : ['', '']
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
      value={[toMoment(begin), toMoment(end)]}
      onChange={(moments) => onChange(moments ? [moments[0]?.format(format) ?? '', moments[1]?.format(format) ?? ''] : undefined)}
    />
  )
}
