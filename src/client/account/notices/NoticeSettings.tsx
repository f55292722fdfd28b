import { App, Empty, Switch } from 'antd'
import { tellRefusal, useCurrentUser } from '../../../../engine/client/index.ts'
import { userSettings } from '../../../../schemas/identity/own-account.ts'
import '../security/security.css'

const notices = ['helpSound', 'helpCount'] as const

/** Which news the user wants to be told of; each is on until it is switched off. */
export function NoticeSettings() {
  const { settings, keepSettings, permissions } = useCurrentUser()
  const app = App.useApp()
  if (!permissions.has('teaching:inspectionResult:edit'))
    return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="当前角色没有可设置的通知" />
  const set = (name: (typeof notices)[number], isOn: boolean) =>
    keepSettings({ [name]: isOn ? 1 : 0 }).catch((error: unknown) => tellRefusal(app, error))
  return (
    <>
      {notices.map((name) => (
        <section key={name} className="security-part" aria-label={userSettings[name].label}>
          <div>
            <h2 id={`notice-${name}`}>{userSettings[name].label}</h2>
            <p>{userSettings[name].help}。</p>
          </div>
          <Switch aria-labelledby={`notice-${name}`} checked={settings[name] !== 0} onChange={(isOn) => void set(name, isOn)} />
        </section>
      ))}
    </>
  )
}
