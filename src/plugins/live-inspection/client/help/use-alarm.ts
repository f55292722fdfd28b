import { App } from 'antd'
import { useCallback, useEffect, useRef } from 'react'
import { tellRefusal, useCurrentUser } from '../../../../../engine/client/index.ts'

/** Two short notes. Browsers allow sound only after the user has touched the page; until then it stays silent. */
function ring(context: AudioContext): void {
  if (context.state !== 'running') return
  for (const [delay, pitch] of [
    [0, 660],
    [0.16, 880],
  ] as const) {
    const tone = context.createOscillator()
    const volume = context.createGain()
    const start = context.currentTime + delay
    tone.frequency.value = pitch
    volume.gain.setValueAtTime(0.0001, start)
    volume.gain.exponentialRampToValueAtTime(0.2, start + 0.02)
    volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.15)
    tone.connect(volume).connect(context.destination)
    tone.start(start)
    tone.stop(start + 0.16)
  }
}

export interface Alarm {
  readonly muted: boolean
  toggle(): void
  /** A request came. */
  ring(): void
}

/** Requests that come this close together (milliseconds) ring once. */
const QUIET = 2000

/** A sound for new requests, not for those that leave; off if this person turned it off, here or in their account. */
export function useAlarm(): Alarm {
  const { settings, keepSettings } = useCurrentUser()
  const app = App.useApp()
  const muted = settings['helpSound'] === 0
  const context = useRef<AudioContext>()
  const isMuted = useRef(muted)
  isMuted.current = muted
  useEffect(() => {
    const unlock = () => {
      context.current ??= new AudioContext()
      void context.current.resume().catch(() => undefined)
    }
    window.addEventListener('pointerdown', unlock, { once: true })
    window.addEventListener('keydown', unlock, { once: true })
    return () => {
      window.removeEventListener('pointerdown', unlock)
      window.removeEventListener('keydown', unlock)
      void context.current?.close()
    }
  }, [])
  const toggle = () => void keepSettings({ helpSound: muted ? 1 : 0 }).catch((error: unknown) => tellRefusal(app, error))
  const rungAt = useRef(-QUIET)
  const sound = useCallback(() => {
    if (isMuted.current || !context.current || performance.now() - rungAt.current < QUIET) return
    rungAt.current = performance.now()
    ring(context.current)
  }, [])
  return { muted, toggle, ring: sound }
}

/** Shows how many students wait in front of the page's title, unless this person turned it off. */
export function useTitleBadge(total: number): void {
  const { settings } = useCurrentUser()
  const waiting = settings['helpCount'] === 0 ? 0 : total
  useEffect(() => {
    const plain = document.title.replace(/^\(\d+\) /, '')
    document.title = waiting > 0 ? `(${waiting}) ${plain}` : plain
    return () => {
      document.title = document.title.replace(/^\(\d+\) /, '')
    }
  }, [waiting])
}
