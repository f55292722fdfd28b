import { Progress } from 'antd'
import { useOwnFacts } from '../own-facts.ts'
import { securityLevel } from './security-level.ts'
import { usePasskeys, useTwoStep } from './security-state.ts'
import './security.css'

const looks = { 低: 'exception', 中: 'normal', 高: 'success' } as const

/** How well the account is protected by what is bound to it, and what would raise it. */
export function SecurityLevel() {
  const { data: facts } = useOwnFacts()
  const { data: twoStep } = useTwoStep()
  const { data: passkeys } = usePasskeys()
  if (!facts || !twoStep || !passkeys) return null
  const bound = { phone: Boolean(facts.phone), email: Boolean(facts.email), twoStep: twoStep.enabled, passkey: passkeys.length > 0 }
  const { name, percent, advice } = securityLevel(bound)
  return (
    <section className="security-part" aria-label="安全级别">
      <div>
        <h2>安全级别：{name}</h2>
        <Progress percent={percent} status={looks[name]} showInfo={false} aria-label={`安全级别：${name}`} />
        {advice && <p>{advice}</p>}
      </div>
    </section>
  )
}
