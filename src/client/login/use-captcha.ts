import { useCallback, useEffect, useRef, useState } from 'react'
import { api } from '../../../engine/client/index.ts'
import { noCaptcha } from './no-captcha.ts'

export interface Captcha {
  readonly key: string
  /** The picture; undefined while it loads, null when the server asks for none. */
  readonly image: string | null | undefined
  readonly failed: boolean
  renew(): void
}

const newKey = (): string => `${Date.now()}${Math.random().toString(36).slice(2, 10)}`

/** The picture code of the login page; each try needs a new one. */
export function useCaptcha(): Captcha {
  const [key, setKey] = useState(newKey)
  const [image, setImage] = useState<string | null | undefined>(() => (noCaptcha() ? null : undefined))
  const [failed, setFailed] = useState(false)
  const renew = useCallback(() => setKey(newKey()), [])
  useEffect(() => {
    const stop = new AbortController()
    api
      .get<string | null>(`/sys/randomImage/${key}`, undefined, stop.signal)
      .then((picture) => {
        setImage(picture)
        setFailed(false)
      })
      .catch(() => {
        if (!stop.signal.aborted) setFailed(true)
      })
    return () => stop.abort()
  }, [key])
  return { key, image, failed, renew }
}

/**
 * Signs in by itself if the user was told to type a code and the server then turned out to ask for none: they have already pressed the
 * button.
 */
export function useNoCaptcha({ image }: Captcha, problem: string | undefined, signInWithout: () => void): void {
  const latest = useRef(signInWithout)
  latest.current = signInWithout
  useEffect(() => {
    if (image === null && problem !== undefined) latest.current()
  }, [image, problem])
}
