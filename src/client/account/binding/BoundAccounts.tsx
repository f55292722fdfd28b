import { App, Button, Empty } from 'antd'
import { useState } from 'react'
import useSWR from 'swr'
import { api, LoadFailed } from '../../../../engine/client/index.ts'
import { offeredWays } from '../../login/sign-in-ways.ts'
import { askInPopup, popupBlocked } from '../../login/third/popup.ts'
import { thirdLooks } from '../../login/third/third-looks.tsx'
import { useSignedIn } from '../../signed-in/login-context.ts'
import { PasswordDialog } from '../security/PasswordDialog.tsx'
import '../security/security.css'

interface Bound {
  readonly thirdType: string
  readonly realname: string
  readonly username: string
}

/** What the password confirms. */
interface Confirmed {
  readonly title: string
  readonly text: string
  readonly url: string
  readonly data: Readonly<Record<string, string>>
  readonly danger?: boolean
}

const binding = (uuid: string): Confirmed => ({
  title: '绑定第三方账号',
  text: '绑定后可用该账号登录。请先输入登录密码。',
  url: '/sys/thirdLogin/bind',
  data: { uuid },
})
const unbinding = ({ type, label }: { readonly type: string; readonly label: string }): Confirmed => ({
  title: `解绑${label}`,
  text: `解绑后不能再用${label}登录。请先输入登录密码。`,
  url: '/sys/thirdLogin/unbind',
  data: { thirdType: type },
  danger: true,
})

/** The accounts of other providers that sign this user in. Shows only providers that are configured, or bound from before. */
export function BoundAccounts() {
  const { login } = useSignedIn()
  const app = App.useApp()
  const { data, error, mutate } = useSWR(['/sys/thirdLogin/bound', login.user.id], ([url]) => api.get<readonly Bound[]>(url))
  const [asked, setAsked] = useState<Confirmed>()
  const ways = offeredWays()
  async function bind(type: string) {
    const answer = await askInPopup(type)
    if (answer.kind === 'phone') setAsked(binding(answer.uuid))
    else if (answer.kind === 'sameName') setAsked(binding(answer.account.uuid))
    else if (answer.kind === 'ticket') void app.message.warning('该第三方账号已绑定用户')
    else if (answer.kind === 'failed') void app.message.warning('登录失败')
    else if (answer.kind === 'blocked') void app.message.warning(popupBlocked)
    else if (answer.kind === 'unknown') void app.message.warning('不识别的信息传递')
  }
  if (error && !data) return <LoadFailed error={error} retry={mutate} />
  const boundTo = (type: string) => data?.find(({ thirdType }) => thirdType === type)
  const shown = thirdLooks.filter(({ type }) => ways.includes(type) || boundTo(type))
  if (data && shown.length === 0)
    return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="系统尚未配置第三方登录，暂无可绑定的账号" />
  return (
    <>
      {shown.map(({ type, label, icon }) => {
        const bound = boundTo(type)
        return (
          <section key={type} className="security-part" aria-label={label}>
            <div>
              <h2>
                {icon} {label}
              </h2>
              <p>{bound ? `已绑定 ${bound.realname || bound.username}` : '未绑定'}</p>
            </div>
            {bound ? (
              <Button danger onClick={() => setAsked(unbinding({ type, label }))}>
                解绑
              </Button>
            ) : (
              <Button type="primary" ghost onClick={() => void bind(type)}>
                绑定
              </Button>
            )}
          </section>
        )
      })}
      {asked && (
        <PasswordDialog
          {...asked}
          onDone={() => {
            setAsked(undefined)
            void mutate()
          }}
          onCancel={() => setAsked(undefined)}
        />
      )}
    </>
  )
}
