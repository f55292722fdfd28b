import { Button, Result } from 'antd'
import { useEffect, useState } from 'react'
import { StepsForm, type FormStepSpec } from '../../../../engine/client/index.ts'
import type { Fields } from '../../../../engine/schema/index.ts'
import { loginPath } from '../../product.ts'
import { useLogin } from '../../signed-in/login-context.ts'
import { goTo } from '../family.ts'
import { FamilyLink } from '../FamilyLink.tsx'
import { PublicForm } from './PublicForm.tsx'
import { recoverySteps } from './recovery-steps.tsx'

const SECONDS = 5

const account = {
  username: { type: 'text', label: '用户名', required: '请输入用户名', max: 64, lowerCase: true },
} as const satisfies Fields

const back = (username: string) => goTo(`${loginPath}?username=${encodeURIComponent(username)}`)

/** The password is changed; the login follows by itself. */
function Changed({ username }: { readonly username: string }) {
  const [left, setLeft] = useState(SECONDS)
  useEffect(() => {
    const timer = setInterval(() => setLeft((before) => before - 1), 1000)
    return () => clearInterval(timer)
  }, [])
  useEffect(() => {
    if (left <= 0) back(username)
  }, [left, username])
  return (
    <Result
      status="success"
      title="密码修改成功"
      subTitle={`${Math.max(left, 0)} 秒后返回登录`}
      extra={
        <Button type="primary" size="large" autoFocus onClick={() => back(username)}>
          返回登录
        </Button>
      }
    />
  )
}

/** The steps of one recovery. They remember between them what was verified, so they are made once. */
function useRecovery() {
  const { notify } = useLogin()
  const [changed, setChanged] = useState('')
  const [steps] = useState((): readonly FormStepSpec[] => {
    let asked = ''
    const refusalOf = (username: string) => (username === asked ? undefined : `该手机号不属于账号 ${asked}`)
    const first: FormStepSpec = {
      title: '确认账号',
      fields: account,
      saveText: '下一步',
      submit: async ({ username }) => {
        asked = String(username)
        return undefined
      },
    }
    return [first, ...recoverySteps({ notify, refusalOf, onChanged: setChanged })]
  })
  return { steps, changed }
}

/** Recovery of a forgotten password, in four steps. */
export function RecoverPage() {
  const { steps, changed } = useRecovery()
  const initial = { username: new URLSearchParams(window.location.search).get('username') ?? '' }
  return (
    <PublicForm title="找回密码">
      <StepsForm steps={steps} initial={initial} end={{ title: '完成', content: <Changed username={changed} /> }} />
      <div className="public-links">
        <FamilyLink to={loginPath}>使用已有账户登录</FamilyLink>
      </div>
    </PublicForm>
  )
}
