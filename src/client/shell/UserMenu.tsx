import { ApartmentOutlined, LogoutOutlined, SettingOutlined, UserOutlined, UserSwitchOutlined } from '@ant-design/icons'
import { App, Avatar, Button, Dropdown, type MenuProps } from 'antd'
import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import {
  firstClick,
  lazyPart,
  MissingWindow,
  questionProps,
  errorSentence,
  useLeave,
  useStoredFiles,
} from '../../../engine/client/index.ts'
import { home } from '../product.ts'
import { useSignedIn } from '../signed-in/login-context.ts'
import type { LoginRecord } from '../signed-in/login-record.ts'

const IdentityChooser = lazyPart(() => import('../signed-in/IdentityChooser.tsx').then((file) => file.IdentityChooser), MissingWindow)
const titles = { role: '切换角色', department: '切换部门' } as const

/** Personal settings, change of role or department, log out. */
export function UserMenu() {
  const { login, keep, leave, notify } = useSignedIn()
  const { modal } = App.useApp()
  const navigate = useNavigate()
  const leaveThen = useLeave()
  const [asking, setAsking] = useState<keyof typeof titles>()
  const path = login.user.avatar ?? ''
  const picture = useStoredFiles([path]).get(path)?.url
  const role = login.roles.find(({ roleCode }) => roleCode === login.user.roleCode)

  async function choose(chosen: Promise<LoginRecord>) {
    try {
      const next = await chosen
      void navigate(home)
      keep(next)
      notify('success', asking ? `${titles[asking]}成功` : '切换成功')
    } catch (error) {
      notify('error', asking ? titles[asking] : '切换失败', errorSentence(error))
    }
  }
  function askToLeave() {
    modal.confirm({
      ...questionProps({ title: '退出登录', text: '确定要退出登录吗？' }),
      onOk: () => leave({ tell: true }),
    })
  }
  const items: MenuProps['items'] = [
    ...(login.viewing
      ? []
      : [{ key: 'account', icon: <SettingOutlined />, label: '个人设置', onClick: () => leaveThen(() => void navigate('/account')) }]),
    ...(login.roles.length > 1
      ? [{ key: 'role', icon: <UserSwitchOutlined />, label: titles.role, onClick: () => leaveThen(() => setAsking('role')) }]
      : []),
    ...(login.departments.length > 1
      ? [
          {
            key: 'department',
            icon: <ApartmentOutlined />,
            label: titles.department,
            onClick: () => leaveThen(() => setAsking('department')),
          },
        ]
      : []),
    { type: 'divider' },
    { key: 'leave', icon: <LogoutOutlined />, label: '退出登录', onClick: askToLeave },
  ]
  return (
    <>
      <Dropdown menu={{ items }} trigger={['click']} autoFocus>
        <Button
          type="text"
          className="user-button"
          aria-label={`用户菜单 ${login.user.realname}${role?.roleName ?? ''}`}
          onClickCapture={firstClick}
        >
          <Avatar size={28} icon={<UserOutlined />} src={picture} alt="" />
          <span className="user-name">
            {login.user.realname}
            {role && <small>{role.roleName}</small>}
          </span>
        </Button>
      </Dropdown>
      {asking && (
        <Suspense>
          <IdentityChooser login={login} ask={[asking]} title={titles[asking]} onChosen={choose} onCancel={() => setAsking(undefined)} />
        </Suspense>
      )}
    </>
  )
}
