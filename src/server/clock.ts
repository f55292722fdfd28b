const parts = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Shanghai',
  dateStyle: 'short',
  timeStyle: 'medium',
})

/** The second asked for last, because a write asks for its own several times. */
const last = { second: Number.NaN, text: '' }

/** A moment in the application's format: `yyyy-MM-dd HH:mm:ss`, Asia/Shanghai. */
export function timeText(moment: number = Date.now()): string {
  const second = Math.floor(moment / 1000)
  if (second !== last.second) Object.assign(last, { second, text: parts.format(moment) })
  return last.text
}

/** The day of a moment, `yyyy-MM-dd`, Asia/Shanghai. */
export const dayText = (moment: number = Date.now()): string => timeText(moment).slice(0, 10)
