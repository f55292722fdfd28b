import { useEffect, useState } from 'react'
import { ApiError, api } from '../../../../engine/client/index.ts'

/** Seconds until another code may be asked for while an account is being bound. */
const PAUSE = 30
const unknownPhone = '该用户不存在或未绑定手机号'

/** A code for the phone's user, or to register if it is nobody's. */
async function askForCode(mobile: string): Promise<void> {
  try {
    await api.post('/sys/sms', { mobile, smsmode: '0' })
  } catch (error) {
    if (!(error instanceof ApiError && error.message === unknownPhone)) throw error
    await api.post('/sys/sms', { mobile, smsmode: '1' })
  }
}

/** Sends a code and counts down until the next; a failure resets the countdown at once. */
export function useCodeSending() {
  const [left, setLeft] = useState(0)
  const isWaiting = left > 0
  useEffect(() => {
    if (!isWaiting) return undefined
    const end = Date.now() + PAUSE * 1000
    const timer = setInterval(() => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000))), 250)
    return () => clearInterval(timer)
  }, [isWaiting])
  async function send(mobile: string): Promise<void> {
    if (isWaiting) return
    setLeft(PAUSE)
    try {
      await askForCode(mobile)
    } catch (error) {
      setLeft(0)
      throw error
    }
  }
  return { left, send }
}
