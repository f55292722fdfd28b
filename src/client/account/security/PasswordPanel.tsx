import { Button, Modal } from 'antd'
import { useRef, useState } from 'react'
import { familyPaths } from '../../login/family.ts'
import { useSignedIn } from '../../signed-in/login-context.ts'
import { PasswordForm } from './PasswordForm.tsx'
import './security.css'

/** The password of the account, and its change. */
export function PasswordPanel() {
  const { login } = useSignedIn()
  const [isOpen, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  return (
    <section className="security-part" aria-label="登录密码">
      <div>
        <h2>登录密码</h2>
        <p>定期更换密码可保护账号。修改后，所有登录都会退出。</p>
      </div>
      <Button onClick={() => setOpen(true)}>修改密码</Button>
      {isOpen && (
        <Modal
          open
          title="修改密码"
          width={460}
          footer={null}
          maskClosable={false}
          onCancel={() => setOpen(false)}
          afterOpenChange={(open) => open && box.current?.querySelector<HTMLElement>('[type=password]')?.focus()}
        >
          <div ref={box}>
            <PasswordForm username={login.user.username} />
          </div>
          <p className="password-by-phone">
            <a href={familyPaths.password}>忘记旧密码？用手机验证码修改</a>
          </p>
        </Modal>
      )}
    </section>
  )
}
