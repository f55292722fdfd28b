import { Progress } from 'antd'
import { strengthNames, strengthOf, strengthShare } from './strength.ts'

const colours = ['var(--ant-color-error)', 'var(--ant-color-error)', 'var(--ant-color-warning)', 'var(--ant-color-success)'] as const

/** How strong the typed password is. */
export function StrengthBar({ password }: { readonly password: string }) {
  const level = strengthOf(password)
  const name = `强度：${strengthNames[level] ?? ''}`
  return (
    <div aria-live="polite" style={{ display: 'flex', gap: 8, alignItems: 'center' }}>
      <Progress
        percent={strengthShare(level)}
        showInfo={false}
        size="small"
        style={{ flex: 1, margin: 0 }}
        strokeColor={colours[level] ?? ''}
        aria-label={name}
      />
      <span style={{ whiteSpace: 'nowrap' }}>{name}</span>
    </div>
  )
}
