import { useMemo } from 'react'
import { cron } from './shared.ts'
import { cronZone, nextTimes } from './times.ts'
import './cron.css'

const SHOWN = 5
const zone = { timeZone: cronZone }
const second = new Intl.DateTimeFormat('sv-SE', { ...zone, dateStyle: 'short', timeStyle: 'medium' })
const weekday = new Intl.DateTimeFormat('zh-CN', { ...zone, weekday: 'short' })

const fromNow = (text: string) => nextTimes(text, SHOWN, new Date())

/** The next times of an expression, by which a person sees what it means. */
export function NextTimes({ text }: { readonly text: string }) {
  const times = useMemo(() => (cron.check?.(text, { type: 'cron', label: '' }) ? undefined : fromNow(text)), [text])
  if (!times) return null
  if (times.length === 0) return <p className="cron-times">以后不再有执行时间</p>
  return (
    <div className="cron-times">
      <span>接下来的执行时间：</span>
      <ol>
        {times.map((time) => (
          <li key={time.getTime()}>
            {second.format(time)} {weekday.format(time)}
          </li>
        ))}
      </ol>
    </div>
  )
}
