import { Button, Result } from 'antd'
import { useState } from 'react'
import { StepsForm } from '../../../../engine/client/index.ts'
import { loginPath } from '../../product.ts'
import { useLogin } from '../../signed-in/login-context.ts'
import { goTo } from '../family.ts'
import { FamilyLink } from '../FamilyLink.tsx'
import { PublicForm } from './PublicForm.tsx'
import { recoverySteps } from './recovery-steps.tsx'

function Wizard({ onFinish }: { onFinish(): void }) {
  const { login, leave, notify } = useLogin()
  const [changed, setChanged] = useState('')
  const [steps] = useState(() => {
    const own = login?.user.username
    return recoverySteps({
      notify,
      refusalOf: (username) => (own === undefined || username === own ? undefined : `该手机号不属于账号 ${own}`),
      onChanged: (username) => {
        setChanged(username)
        // The server has ended every login of the account, this one too.
        leave()
      },
    })
  })
  const done = (
    <Result
      status="success"
      title="密码修改成功"
      subTitle="所有登录都已退出，请使用新密码重新登录"
      extra={[
        <Button key="login" type="primary" autoFocus onClick={() => goTo(`${loginPath}?username=${encodeURIComponent(changed)}`)}>
          重新登录
        </Button>,
        <Button key="done" onClick={() => onFinish()}>
          完成
        </Button>,
      ]}
    />
  )
  return <StepsForm steps={steps} end={{ title: '完成', content: done }} />
}

/** Change a password by phone, in three steps; the last one leads back to the first. */
export function PasswordPage() {
  const [round, setRound] = useState(0)
  return (
    <PublicForm title="修改密码">
      <Wizard key={round} onFinish={() => setRound(round + 1)} />
      <div className="public-links">
        <FamilyLink to={loginPath}>返回登录</FamilyLink>
      </div>
    </PublicForm>
  )
}
