import type { ValueKind } from '../../../fields/contract.ts'
import type { CellValue } from './sheet.ts'

const pad = (value: number, length = 2): string => String(value).padStart(length, '0')

function momentText(moment: Date, withTime: boolean): string {
  if (Number.isNaN(moment.getTime())) return ''
  const day = `${pad(moment.getUTCFullYear(), 4)}-${pad(moment.getUTCMonth() + 1)}-${pad(moment.getUTCDate())}`
  const time = `${pad(moment.getUTCHours())}:${pad(moment.getUTCMinutes())}:${pad(moment.getUTCSeconds())}`
  return withTime ? `${day} ${time}` : day
}

/** Digits as people see them: never 2.026E7, and at most the 15 digits that a sheet shows. */
function numberText(value: number): string {
  if (!Number.isFinite(value)) return ''
  return Number.isInteger(value) ? BigInt(value).toString() : String(Number(value.toPrecision(15)))
}

const lastSerial = 2_958_465
const firstDay = Date.UTC(1899, 11, 30)

/** A day count (or 20260901) in a column of dates, written without a date format. */
function serialText(value: number, withTime: boolean): string {
  if (value >= 61 && value <= lastSerial) return momentText(new Date(firstDay + Math.round(value * 86_400) * 1000), withTime)
  const digits = numberText(value)
  return /^\d{8}$/.test(digits) ? `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}` : digits
}

/** The text of a cell in the form that a field of this kind reads; '' if the cell is empty. */
export function cellText(value: CellValue, kind: ValueKind): string {
  if (value === null || value === undefined) return ''
  const isTime = kind === 'day' || kind === 'moment'
  if (typeof value === 'string') return isTime && /^\d{8}$/.test(value.trim()) ? serialText(Number(value), false) : value
  if (typeof value === 'number') return isTime ? serialText(value, kind === 'moment') : numberText(value)
  if (typeof value === 'boolean') return kind === 'boolean' ? String(value) : String(value).toUpperCase()
  const midnight = value.getTime() % 86_400_000 === 0
  return momentText(value, kind === 'moment' || (kind !== 'day' && !midnight))
}
