import { App, Button, Space } from 'antd'
import { useEffect, useRef } from 'react'
import { errorSentence, useLeave } from '../../../engine/client/index.ts'
import { chooseIdentity } from '../signed-in/choose-identity.ts'
import { useSignedIn } from '../signed-in/login-context.ts'
import type { LoginRecord } from '../signed-in/login-record.ts'

const KEY = 'switched elsewhere'

function roleOf({ user, roles, departments }: LoginRecord): string {
  const role = roles.find(({ roleCode }) => roleCode === user.roleCode)?.roleName ?? user.roleCode
  const department = departments.find(({ orgCode }) => orgCode === user.orgCode)?.departName
  return departments.length > 1 && department ? `${role}（${department}）` : role
}

/**
 * Another tab of this browser has switched to another role, so the server uses that role for this tab too. The page and any open form stay
 * as they are until the user says which role to go on with.
 */
export function SwitchedElsewhere({ elsewhere }: { readonly elsewhere: LoginRecord }) {
  const state = useSignedIn()
  const { notification } = App.useApp()
  const leave = useLeave()
  const latest = useRef(state)
  latest.current = state
  useEffect(() => {
    const follow = () => leave(() => latest.current.keep(elsewhere))
    const stay = async () => {
      const { login, keep, notify } = latest.current
      const { roleCode, orgCode } = login.user
      try {
        keep(await chooseIdentity(elsewhere, { roleCode, ...(orgCode ? { orgCode } : {}) }))
      } catch (error) {
        notify('error', '切换失败', errorSentence(error))
      }
    }
    const here = roleOf(latest.current.login)
    notification.warning({
      key: KEY,
      message: `另一个标签页已切换为“${roleOf(elsewhere)}”`,
      description: `本页还是“${here}”的内容，填了一半的表单都还在。继续操作前，请选一个。`,
      duration: 0,
      closable: false,
      placement: 'top',
      btn: (
        <Space>
          <Button size="small" onClick={() => void stay()}>{`换回“${here}”`}</Button>
          <Button size="small" type="primary" onClick={follow}>
            跟随切换
          </Button>
        </Space>
      ),
    })
    return () => notification.destroy(KEY)
  }, [elsewhere, notification, leave])
  return null
}
