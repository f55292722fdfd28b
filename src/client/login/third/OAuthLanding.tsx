import { Modal, Spin } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { home, loginPath } from '../../product.ts'
import { ChoiceAtLogin } from '../../signed-in/ChoiceAtLogin.tsx'
import { useLogin } from '../../signed-in/login-context.ts'
import { Designed } from '../../theme/Designed.tsx'
import { familyPaths, goTo } from '../family.ts'
import { useSignIn } from '../use-sign-in.ts'
import '../other-ways/other-ways.css'
import { BindPhoneDialog } from './BindPhoneDialog.tsx'
import { enterWithTicket } from './third-calls.ts'

/** The provider in whose own browser this page is open. */
function providerAround(agent = navigator.userAgent): string | undefined {
  if (/wxwork/i.test(agent)) return 'wechat_enterprise'
  return /dingtalk/i.test(agent) ? 'dingtalk' : undefined
}

/** What the server has sent the browser back with; a reload begins anew, because the address forgets it. */
function useReturned() {
  const [returned] = useState(() => new URLSearchParams(window.location.search))
  useEffect(() => window.history.replaceState(null, '', familyPaths.landing), [])
  return {
    ticket: returned.get('oauth2LoginToken') ?? '',
    uuid: returned.get('thirdUserUuid') ?? '',
    type: returned.get('thirdType') ?? '',
    hasFailed: returned.has('failed'),
  }
}

/** Asks the provider around this page who its user is; other browsers have a login page. */
function ask(): void {
  const around = providerAround()
  if (!around) window.location.replace(loginPath)
  else window.location.replace(`/api/sys/thirdLogin/oauth2/${around}/login?state=${encodeURIComponent(window.location.origin)}`)
}

/** Signs in inside 企业微信 or 钉钉, without a password: a loader, or the dialog 登录失败 with another try. */
export function OAuthLanding() {
  const { ticket, uuid, type, hasFailed } = useReturned()
  const [isRefused, setRefused] = useState(hasFailed)
  const [isBinding, setBinding] = useState(uuid !== '')
  const { submit, pending, choose, cancel, dialog } = useSignIn(() => setRefused(true))
  const { login } = useLogin()
  const begun = useRef(false)
  useEffect(() => {
    if (login) goTo(home, 'replaceState')
  }, [login])
  useEffect(() => {
    if (begun.current || login) return
    begun.current = true
    if (ticket !== '') void submit(() => enterWithTicket(ticket, type))
    else if (uuid === '' && !hasFailed) ask()
  })
  function bind(bound: string) {
    setBinding(false)
    void submit(() => enterWithTicket(bound, type))
  }
  return (
    <Designed>
      <main className="oauth-landing" aria-busy={!isRefused}>
        <Spin size="large" spinning={!isRefused}>
          <p>{isRefused ? '' : '正在登录…'}</p>
        </Spin>
        <Modal
          open={isRefused && !pending}
          title="登录失败"
          width={360}
          closable={false}
          maskClosable={false}
          okText="重试"
          cancelText="账号密码登录"
          onOk={() => window.location.reload()}
          onCancel={() => window.location.replace(loginPath)}
        >
          第三方登录未完成，请重试。
        </Modal>
        {isBinding && <BindPhoneDialog uuid={uuid} onTicket={bind} onCancel={() => window.location.replace(loginPath)} />}
        {dialog}
        {pending && <ChoiceAtLogin login={pending} onChosen={choose} onCancel={cancel} />}
      </main>
    </Designed>
  )
}
