import type { KeyboardEvent } from 'react'

const ways = { account: '账号密码登录', phone: '手机号登录' } as const
export type LoginWay = keyof typeof ways
const order = ['account', 'phone'] as const

interface Props {
  readonly way: LoginWay
  onChange(way: LoginWay): void
}

/** The ways to sign in; arrow keys move between them. */
export function LoginTabs({ way, onChange }: Props) {
  const handleKey = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    const next = way === 'account' ? 'phone' : 'account'
    onChange(next)
    event.currentTarget.querySelector<HTMLElement>(`#login-${next}`)?.focus()
  }
  return (
    <div role="tablist" aria-label="登录方式" className="login-tabs" onKeyDown={handleKey}>
      {order.map((each) => (
        <button
          key={each}
          type="button"
          role="tab"
          id={`login-${each}`}
          aria-selected={each === way}
          aria-controls="login-panel"
          tabIndex={each === way ? 0 : -1}
          onClick={() => onChange(each)}
        >
          {ways[each]}
        </button>
      ))}
    </div>
  )
}
