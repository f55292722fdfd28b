import { api, errorSentence, isBusinessRefusal, StepsForm } from '../../../../engine/client/index.ts'
import type { WireRow } from '../../../../engine/schema/index.ts'
import { registration } from '../../../../schemas/identity/sign-in-forms.ts'
import { loginPath } from '../../product.ts'
import { useLogin } from '../../signed-in/login-context.ts'
import { carry, familyPaths, goTo } from '../family.ts'
import { FamilyLink } from '../FamilyLink.tsx'
import { codeBeside } from './code-beside.tsx'
import { PublicForm } from './PublicForm.tsx'
import { refusedFields } from './refused-fields.ts'
import { sendCode } from './send-code.ts'

const beside = { smscode: codeBeside(sendCode('1'), registration) }

/** The sentence of the field if this value is taken; other failures are left to the registration itself. */
async function takenSentence(field: 'username' | 'phone', value: string): Promise<Record<string, string>> {
  try {
    await api.get('/sys/user/checkOnlyUser', { [field]: value })
    return {}
  } catch (error) {
    return isBusinessRefusal(error) ? { [field]: field === 'username' ? registration.username.unique : '手机号已存在!' } : {}
  }
}

/** A new account. */
export function RegisterPage() {
  const { notify } = useLogin()
  async function register(values: WireRow) {
    const [username, password, phone] = [String(values['username']), String(values['password']), String(values['phone'])]
    const taken = { ...(await takenSentence('username', username)), ...(await takenSentence('phone', phone)) }
    if (Object.keys(taken).length > 0) return taken
    try {
      await api.post('/sys/user/register', {
        username,
        password,
        confirmpassword: values['confirmpassword'],
        phone,
        smscode: values['smscode'],
      })
    } catch (error) {
      const refused = refusedFields(error)
      if (Object.keys(refused).length === 0) notify('error', '注册失败', errorSentence(error))
      return refused
    }
    carry({ username, password })
    goTo(familyPaths.result)
    return undefined
  }
  return (
    <PublicForm title="注册账户">
      <StepsForm steps={[{ title: '注册', fields: registration, saveText: '注册', beside, submit: register }]} />
      <div className="public-links">
        <FamilyLink to={loginPath}>使用已有账户登录</FamilyLink>
      </div>
    </PublicForm>
  )
}
