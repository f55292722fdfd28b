const zoned = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'medium' })

/** A moment as all other times of the product are written: `yyyy-MM-dd HH:mm:ss`, Asia/Shanghai, wherever the reader is. */
export const momentText = (moment: number | string): string => zoned.format(new Date(moment))
