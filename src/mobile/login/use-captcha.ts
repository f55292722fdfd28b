import { useCallback, useEffect, useState } from 'preact/hooks'
import { noCaptcha } from '../../client/login/no-captcha.ts'
import { call } from '../call.ts'

const newKey = (): string => `${Date.now()}${Math.random().toString(36).slice(2, 10)}`

/** The picture code; each try needs a new one. `image` is undefined while it loads, null when the server asks for none. */
export function useMobileCaptcha() {
  const [key, setKey] = useState(newKey)
  const [image, setImage] = useState<string | null | undefined>(() => (noCaptcha() ? null : undefined))
  const [failed, setFailed] = useState(false)
  const renew = useCallback(() => setKey(newKey()), [])
  useEffect(() => {
    const stop = new AbortController()
    call<string | null>('GET', `/sys/randomImage/${key}`, { signal: stop.signal }).then(
      ({ result }) => {
        setImage(result)
        setFailed(false)
      },
      () => {
        if (!stop.signal.aborted) setFailed(true)
      },
    )
    return () => stop.abort()
  }, [key])
  return { key, image, failed, renew }
}
