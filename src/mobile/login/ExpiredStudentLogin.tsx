/** @jsxImportSource preact */
import { Sheet } from '../parts/Sheet.tsx'
import { signOut } from './sign-in.ts'
import { SignIn } from './SignIn.tsx'

/** Shown once when the login has ended; the page below stays as it is and continues afterwards. */
export function ExpiredStudentLogin({ username, message }: { readonly username: string; readonly message: string }) {
  return (
    <Sheet label="登录已过期">
      <h2>登录已过期</h2>
      <p className="dim">{message}。登录后回到原来的页面，未发送的内容不会丢失。</p>
      <SignIn username={username} />
      <button type="button" className="plain wide" onClick={signOut}>
        退出登录
      </button>
    </Sheet>
  )
}
