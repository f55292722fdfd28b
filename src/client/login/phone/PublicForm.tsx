import { App, ConfigProvider } from 'antd'
import { useLayoutEffect, type ReactNode } from 'react'
import { CurrentUserProvider, type CurrentUser } from '../../../../engine/client/index.ts'
import { product } from '../../product.ts'
import { Designed } from '../../theme/Designed.tsx'
import { LoginFrame } from '../LoginFrame.tsx'
import './phone.css'

const refuse = () => Promise.reject(new Error('nobody is signed in'))

/** What forms may know where nobody is signed in. */
const nobody: CurrentUser = {
  id: '',
  username: '',
  realname: '',
  roleCode: '',
  loginAt: 0,
  permissions: new Set(),
  dictionaries: {},
  offered: {},
  remember: refuse,
  settings: {},
  keepSettings: refuse,
  loadEntity: refuse,
  derivations: {},
  loadPanel: refuse,
  entityPath: () => '',
}

/** The page around a form of the sign-in family. */
export function PublicForm({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  useLayoutEffect(() => {
    const before = document.title
    document.title = `${title} - ${product.name}`
    return () => void (document.title = before)
  }, [title])
  return (
    <Designed>
      <App component={false}>
        <CurrentUserProvider value={nobody}>
          <LoginFrame look="login-form public-form">
            <h1>{title}</h1>
            <ConfigProvider componentSize="large">{children}</ConfigProvider>
          </LoginFrame>
        </CurrentUserProvider>
      </App>
    </Designed>
  )
}
