import { Card, Grid, Tabs } from 'antd'
import { useSearchParams } from 'react-router-dom'
import { BasicSettings } from './basics/BasicSettings.tsx'
import { BindingSettings } from './binding/BindingSettings.tsx'
import { NoticeSettings } from './notices/NoticeSettings.tsx'
import { Personalisation } from './personal/Personalisation.tsx'
import { SecurityParts } from './security/SecurityParts.tsx'
import './account.css'

const parts = [
  { key: 'basics', label: '基本设置', children: <BasicSettings /> },
  { key: 'security', label: '安全设置', children: <SecurityParts /> },
  { key: 'personal', label: '个性化', children: <Personalisation /> },
  { key: 'binding', label: '账户绑定', children: <BindingSettings /> },
  { key: 'notices', label: '新消息通知', children: <NoticeSettings /> },
]

/** The user's own settings in five parts; the address names the part. */
export function AccountPage() {
  const [params, setParams] = useSearchParams()
  const narrow = Grid.useBreakpoint().md === false
  const asked = params.get('part')
  const part = parts.find(({ key }) => key === asked)?.key ?? 'basics'
  return (
    <Card className="account-page">
      <Tabs
        tabBarGutter={narrow ? 8 : undefined}
        tabPosition={narrow ? 'top' : 'left'}
        items={parts}
        activeKey={part}
        destroyOnHidden
        onChange={(key) => setParams({ part: key }, { replace: true })}
      />
    </Card>
  )
}
