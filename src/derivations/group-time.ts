const weekdays = ['星期日', '星期一', '星期二', '星期三', '星期四', '星期五', '星期六']

/** Morning, afternoon or evening of an hour; 0, 12 and 18 are none of them (RULE-039). */
function periodOf(hour: number): string {
  if (hour >= 1 && hour <= 11) return '上午'
  if (hour >= 13 && hour <= 17) return '下午'
  return hour >= 19 && hour <= 23 ? '晚上' : ''
}

/** Weekday and part of the day of a time `yyyy-MM-dd HH:mm:ss`: 星期一上午; null without a time. */
export function groupTime(startTime: unknown): string | null {
  const [, year, month, day, hour] = /^(\d{4})-(\d\d)-(\d\d) (\d\d):/.exec(typeof startTime === 'string' ? startTime : '') ?? []
  if (!hour) return null
  const weekday = weekdays[new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDay()] ?? ''
  return `${weekday}${periodOf(Number(hour))}`
}
