import { Button, Result } from 'antd'
import { loginPath } from '../../product.ts'
import { carriedCredentials, goTo } from '../family.ts'
import { PublicForm } from './PublicForm.tsx'

/** Says that the account was made, and leads to the login with its name and password filled in. */
export function RegisterResultPage() {
  const { username } = carriedCredentials()
  const back = () => goTo(username === '' ? loginPath : `${loginPath}?username=${encodeURIComponent(username)}`)
  return (
    <PublicForm title="注册结果">
      <Result
        status={username === '' ? 'info' : 'success'}
        title={username === '' ? '这里没有刚注册的账户' : `你的账户：${username} 注册成功`}
        extra={
          <Button type="primary" size="large" autoFocus onClick={back}>
            返回首页
          </Button>
        }
      />
    </PublicForm>
  )
}
