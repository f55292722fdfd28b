import { useEffect, useRef, useState } from 'react'
import { ApiError, errorSentence } from '../../../../engine/client/index.ts'
import { useLogin } from '../../signed-in/login-context.ts'
import { fieldBeside } from './field-beside.ts'
import './phone.css'

/** Seconds until another code may be asked for. */
const PAUSE = 60

interface Props {
  /** The phone, or undefined if it is not right; then its form says why. */
  phone(): string | undefined
  send(phone: string): Promise<unknown>
}

/** Sends a code by SMS and counts down until it may be sent again; the cursor waits for the code. A failure resets it at once. */
export function CodeButton({ phone, send }: Props) {
  const { notify } = useLogin()
  const [until, setUntil] = useState(0)
  const [now, setNow] = useState(0)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (until === 0) return undefined
    const timer = setInterval(() => {
      setNow(Date.now())
      if (Date.now() >= until) setUntil(0)
    }, 250)
    return () => clearInterval(timer)
  }, [until])
  async function press() {
    const mobile = phone()
    if (mobile === undefined || until > 0) return
    setNow(Date.now())
    setUntil(Date.now() + PAUSE * 1000)
    const field = button.current && fieldBeside(button.current)
    field?.focus()
    try {
      await send(mobile)
      notify('success', '验证码已发送', `请查看手机 ${mobile} 的短信，10 分钟内有效`)
    } catch (error) {
      setUntil(0)
      if (document.activeElement === field) requestAnimationFrame(() => button.current?.focus())
      const isNetwork = error instanceof ApiError && error.status === 0
      notify('error', isNetwork ? '验证错误' : '获取验证码失败', errorSentence(error))
    }
  }
  const left = until === 0 ? 0 : Math.max(1, Math.ceil((until - now) / 1000))
  return (
    <button ref={button} type="button" className="code-button" disabled={left > 0} onClick={() => void press()}>
      {left > 0 ? `${left} 秒后重发` : '获取验证码'}
    </button>
  )
}
