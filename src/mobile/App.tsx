/** @jsxImportSource preact */
import { useEffect, useState } from 'preact/hooks'
import { openStudentStores, type StudentStores } from './student-stores.ts'
import { ExpiredStudentLogin } from './login/ExpiredStudentLogin.tsx'
import { loginState } from './login/login-state.ts'
import { OnlyViewing } from './login/OnlyViewing.tsx'
import { NoStudent } from './login/NoStudent.tsx'
import { SignIn } from './login/SignIn.tsx'
import { isStudent } from './login/sign-in.ts'
import { useValue } from './observable.ts'
import { Pages } from './Pages.tsx'

/** The stores of the signed-in student; undefined while their unsent work is being read. */
function useStudentStores(userId: string | undefined): StudentStores | undefined {
  const [stores, setStores] = useState<StudentStores>()
  useEffect(() => {
    if (userId === undefined) return undefined
    let opened: StudentStores | undefined
    let isGone = false
    void openStudentStores(userId).then((next) => {
      if (isGone) return next.close()
      opened = next
      setStores(next)
    })
    return () => {
      isGone = true
      opened?.close()
      setStores(undefined)
    }
  }, [userId])
  return stores?.userId === userId ? stores : undefined
}

/** The login page until somebody is signed in, then the student's pages. If the login ends, a sheet over the pages asks for it again. */
export function App() {
  const { login, expired } = useValue(loginState)
  const isReady = login !== undefined && !login.viewing && isStudent(login)
  const stores = useStudentStores(isReady ? login.user.id : undefined)
  if (!login)
    return (
      <main className="page login">
        <h1>我的实验</h1>
        <p className="dim">学生端：查看座位、提交照片、请求帮助</p>
        <SignIn />
      </main>
    )
  if (login.viewing) return <OnlyViewing as={login.viewing.as} />
  return (
    <>
      {!isReady ? (
        <NoStudent login={login} />
      ) : stores ? (
        <Pages stores={stores} name={login.user.realname} />
      ) : (
        <main className="page">
          <h1>我的实验</h1>
          <p className="loading">加载中…</p>
        </main>
      )}
      {expired !== undefined && <ExpiredStudentLogin username={login.user.username} message={expired} />}
    </>
  )
}
