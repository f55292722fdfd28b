/** @jsxImportSource preact */
import { useState } from 'preact/hooks'
import type { LoginRecord } from '../../client/signed-in/login-record.ts'
import { callErrorSentence } from '../call.ts'
import { becomeStudent, mayBeStudent, signOut } from './sign-in.ts'

/** For teachers and administrators: their work is in the back-office, unless they are students too. */
export function NoStudent({ login }: { readonly login: LoginRecord }) {
  const [problem, setProblem] = useState<string>()
  const canChange = mayBeStudent(login)
  const change = () => becomeStudent(login).catch((error: unknown) => setProblem(callErrorSentence(error)))
  return (
    <main className="page login">
      <h1>{canChange ? '当前不是学生身份' : '您不是学生'}</h1>
      <p>
        {canChange
          ? `${login.user.realname}，您正以其他身份登录。学生端只用于学生。`
          : `${login.user.realname}，学生端只用于学生，请前往管理后台。`}
      </p>
      {problem && (
        <p className="notice bad" role="alert">
          {problem}
        </p>
      )}
      {canChange && (
        <button type="button" className="primary wide" onClick={() => void change()}>
          以学生身份继续
        </button>
      )}
      <a className={`button wide${canChange ? '' : ' primary'}`} href="/">
        前往管理后台
      </a>
      <button type="button" className="plain wide" onClick={signOut}>
        换一个账号登录
      </button>
    </main>
  )
}
