import { KeyOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import type { LoginRecord } from '../../signed-in/login-record.ts'
import { thirdLooks } from '../third/third-looks.tsx'
import { useThirdLogin } from '../third/use-third-login.tsx'
import './other-ways.css'

interface Props {
  readonly ways: readonly string[]
  readonly isBusy: boolean
  submit(ask: () => Promise<LoginRecord>): Promise<void>
}

interface WayProps {
  readonly label: string
  readonly icon: ReactNode
  readonly isBusy: boolean
  onClick(): void
}

function Way({ label, icon, isBusy, onClick }: WayProps) {
  return (
    <button type="button" className="login-way" disabled={isBusy} onClick={onClick}>
      {icon}
      {label}
    </button>
  )
}

/** The ways to sign in beside the password that the server offers here. Loads after the page is shown. */
export function OtherWays({ ways, isBusy, submit }: Props) {
  const { begin, isWaiting, dialog } = useThirdLogin(submit)
  const usePasskey = () => void submit(async () => (await import('./passkey.ts')).signInWithPasskey())
  return (
    <section className="login-ways" aria-label="其他登录方式">
      <p>其他登录方式</p>
      {ways.includes('passkey') && <Way label="通行密钥" icon={<KeyOutlined />} isBusy={isBusy} onClick={usePasskey} />}
      {thirdLooks
        .filter(({ type }) => ways.includes(type))
        .map(({ type, label, icon }) => (
          <Way key={type} label={label} icon={icon} isBusy={isBusy || isWaiting} onClick={() => void begin(type)} />
        ))}
      {dialog}
    </section>
  )
}
