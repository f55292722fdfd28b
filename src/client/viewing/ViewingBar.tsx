import { EyeOutlined } from '@ant-design/icons'
import { App, Button } from 'antd'
import { Suspense, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { errorSentence, lazyPart, MissingWindow, useLeave } from '../../../engine/client/index.ts'
import { home } from '../product.ts'
import { useSignedIn } from '../signed-in/login-context.ts'
import type { Viewing } from '../signed-in/login-record.ts'
import { endViewing } from './view-as.ts'
import './viewing.css'

const WhyWindow = lazyPart(() => import('../permissions/WhyWindow.tsx').then((file) => file.WhyWindow), MissingWindow)

/** Whole minutes that are left, drawn again each minute. */
function useMinutesLeft(until: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 15_000)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.ceil((until - now) / 60_000))
}

/** The entity whose page is shown: `/teaching/course` shows `course`. */
const entityAt = (pathname: string): string | undefined => pathname.split('/')[2]

/** Marks every page that is looked at in another name, says until when, and leads back. */
export function ViewingBar({ viewing }: { readonly viewing: Viewing }) {
  const { login, keep } = useSignedIn()
  const { message } = App.useApp()
  const navigate = useNavigate()
  const leave = useLeave()
  const { pathname } = useLocation()
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState(false)
  const minutes = useMinutesLeft(viewing.until)
  const entity = entityAt(pathname)
  const end = async () => {
    if (busy) return
    setBusy(true)
    try {
      const own = await endViewing(login)
      void navigate(home)
      keep(own)
    } catch (error) {
      void message.error(errorSentence(error))
      setBusy(false)
    }
  }
  return (
    <div className="viewing-place viewing-bar" role="status">
      <EyeOutlined aria-hidden />
      <span className="viewing-words">
        正在以 <strong>{viewing.as}</strong> 的身份查看<span className="viewing-more">，只能查看，不能修改</span>
        <span className="viewing-more">{minutes > 0 ? `，还剩 ${minutes} 分钟` : '，时间已到'}</span>
      </span>
      {entity && (
        <Button size="small" onClick={() => setAsking(true)}>
          为什么看不到？
        </Button>
      )}
      <Button size="small" type="primary" loading={busy} onClick={() => leave(() => void end())}>
        退出查看
      </Button>
      {asking && entity && (
        <Suspense>
          <WhyWindow asked={{ entity }} close={() => setAsking(false)} />
        </Suspense>
      )}
    </div>
  )
}
