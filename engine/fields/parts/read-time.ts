import type { Reading } from './read-text.ts'

const zoneHours = 8
const written = /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?(?:[T\s]+(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:\.\d+)?)?)?$/
const instant = /^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:?\d{2})$/

/** Year to second as numbers, or undefined when the calendar has no such moment. */
type Parts = readonly [year: number, month: number, day: number, hour: number, minute: number, second: number]

function partsOf(date: Date): Parts | undefined {
  if (Number.isNaN(date.getTime())) return undefined
  const local = new Date(date.getTime() + zoneHours * 3_600_000)
  return [
    local.getUTCFullYear(),
    local.getUTCMonth() + 1,
    local.getUTCDate(),
    local.getUTCHours(),
    local.getUTCMinutes(),
    local.getUTCSeconds(),
  ]
}

function parse(text: string): Parts | undefined {
  if (instant.test(text)) return partsOf(new Date(text))
  const match = written.exec(text.normalize('NFKC').trim())
  if (!match) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1).map((part) => Number(part ?? 0))
  const lastDay = new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate()
  const possible = year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= lastDay && hour < 24 && minute < 60 && second < 60
  return possible ? [year, month, day, hour, minute, second] : undefined
}

const pad = (value: number): string => String(value).padStart(2, '0')

/**
 * A date or a time in its stored form (`yyyy-MM-dd[ HH:mm:ss]`, Asia/Shanghai) from the forms people and sheets write.
 * Moments the calendar does not have are refused.
 */
export function readTime(value: unknown, message: string, precision: 'day' | 'minute' | 'second'): Reading<string> {
  if (value === null || value === undefined || (typeof value === 'string' && value.trim() === '')) return { value: null }
  const parts = value instanceof Date ? partsOf(value) : typeof value === 'string' ? parse(value) : undefined
  if (!parts) return { message }
  const [year, month, day, hour, minute, second] = parts
  const date = `${String(year).padStart(4, '0')}-${pad(month)}-${pad(day)}`
  if (precision === 'day') return { value: date }
  return { value: `${date} ${pad(hour)}:${pad(minute)}:${pad(precision === 'minute' ? 0 : second)}` }
}
