/** @jsxImportSource preact */
import { useEffect, useState } from 'preact/hooks'
import { openDesk, type Desk } from './desk.ts'
import { ExpiredLogin } from './login/ExpiredLogin.tsx'
import { loginState } from './login/login-state.ts'
import { NoStudent } from './login/NoStudent.tsx'
import { SignIn } from './login/SignIn.tsx'
import { isStudent } from './login/sign-in.ts'
import { useValue } from './observable.ts'
import { Pages } from './Pages.tsx'

/** The desk of who is signed in; undefined while what he left unsent is read. */
function useDesk(userId: string | undefined): Desk | undefined {
  const [desk, setDesk] = useState<Desk>()
  useEffect(() => {
    if (userId === undefined) return undefined
    let opened: Desk | undefined
    let isGone = false
    void openDesk(userId).then((next) => {
      if (isGone) return next.close()
      opened = next
      setDesk(next)
    })
    return () => {
      isGone = true
      opened?.close()
      setDesk(undefined)
    }
  }, [userId])
  return desk?.userId === userId ? desk : undefined
}

/** The login until somebody is signed in, then a student's pages. A login that ends is asked for over them. */
export function App() {
  const { login, expired } = useValue(loginState)
  const isReady = login !== undefined && isStudent(login)
  const desk = useDesk(isReady ? login.user.id : undefined)
  if (!login)
    return (
      <main className="page login">
        <h1>我的实验</h1>
        <p className="dim">学生端：查看座位、提交照片、请求帮助</p>
        <SignIn />
      </main>
    )
  return (
    <>
      {!isReady ? (
        <NoStudent login={login} />
      ) : desk ? (
        <Pages desk={desk} name={login.user.realname} />
      ) : (
        <main className="page">
          <h1>我的实验</h1>
          <p className="loading">加载中…</p>
        </main>
      )}
      {expired !== undefined && <ExpiredLogin username={login.user.username} message={expired} />}
    </>
  )
}
