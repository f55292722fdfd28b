const parts = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Shanghai',
  dateStyle: 'short',
  timeStyle: 'medium',
})

/** A moment in the application's format: `yyyy-MM-dd HH:mm:ss`, Asia/Shanghai. */
export const timeText = (moment: number = Date.now()): string => parts.format(moment)

/** The day of a moment, `yyyy-MM-dd`, Asia/Shanghai. */
export const dayText = (moment: number = Date.now()): string => timeText(moment).slice(0, 10)
