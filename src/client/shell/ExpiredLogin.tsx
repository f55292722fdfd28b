import { Modal } from 'antd'
import { useLogin } from '../session/login-context.ts'

/** Asks once when the server no longer takes the login; the way back to this page is kept. */
export function ExpiredLogin() {
  const { expired, leave } = useLogin()
  return (
    <Modal
      open={expired !== undefined}
      title="登录已过期"
      width={400}
      closable={false}
      maskClosable={false}
      keyboard={false}
      footer={(_, { OkBtn }) => <OkBtn />}
      okText="重新登录"
      onOk={() => leave()}
    >
      很抱歉，登录已过期，请重新登录。登录后将回到当前页面。
    </Modal>
  )
}
