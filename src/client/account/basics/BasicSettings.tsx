import { App, Descriptions } from 'antd'
import { api, LoadFailed, Outline, StepsForm, tellRefusal } from '../../../../engine/client/index.ts'
import type { WireRow } from '../../../../engine/schema/index.ts'
import { ownBasics } from '../../../../schemas/identity/own-account.ts'
import { refusedFields } from '../../login/phone/refused-fields.ts'
import { useSignedIn } from '../../signed-in/login-context.ts'
import { useOwnFacts, type OwnFacts } from '../own-facts.ts'

const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

/** What administrators keep: names, numbers, roles and departments. */
function KeptFacts() {
  const { login } = useSignedIn()
  const { user, roles, departments } = login
  const department = departments.find(({ orgCode }) => orgCode === user.orgCode) ?? departments[0]
  const facts = [
    ['用户账号', user.username],
    ['姓名', user.realname],
    ['当前角色', roles.find(({ roleCode }) => roleCode === user.roleCode)?.roleName],
    ['全部角色', roles.map(({ roleName }) => roleName).join('、')],
    ['所属部门', department?.departName],
    ['工号', user.workNo],
    ['学号', user.studyNumber],
  ] as const
  const items = facts.filter(([, value]) => value).map(([label, value]) => ({ key: label, label, children: value }))
  return (
    <section className="account-facts" aria-label="由管理员维护">
      <Descriptions column={1} items={items} />
      <p className="account-hint">以上信息由管理员维护，如有错误请联系管理员。</p>
    </section>
  )
}

function BasicForm({ facts, onSaved }: { readonly facts: OwnFacts; onSaved(): Promise<unknown> }) {
  const { login, keep } = useSignedIn()
  const app = App.useApp()
  async function save(values: WireRow) {
    const sent = Object.fromEntries(Object.keys(ownBasics).map((key) => [key, textOf(values[key])]))
    try {
      await api.put('/sys/user/login/setting/userEdit', sent)
    } catch (error) {
      const refused = refusedFields(error)
      if (Object.keys(refused).length === 0) tellRefusal(app, error, { kind: 'error' })
      return refused
    }
    void app.message.success('修改成功!')
    keep({ ...login, user: { ...login.user, avatar: sent['avatar'] || null } })
    await onSaved()
    return {}
  }
  const { avatar = null, sex = null, birthday = null } = facts
  return (
    <div className="account-form">
      <StepsForm
        focusFirst={false}
        initial={{ avatar, sex, birthday }}
        steps={[{ title: '基本设置', fields: ownBasics, saveText: '保存', submit: save }]}
      />
    </div>
  )
}

/** Picture, sex and birthday, and what administrators keep. */
export function BasicSettings() {
  const { data, error, mutate } = useOwnFacts()
  if (error && !data) return <LoadFailed error={error} retry={mutate} />
  if (!data) return <Outline />
  return (
    <div className="account-columns">
      <BasicForm facts={data} onSaved={() => mutate()} />
      <KeptFacts />
    </div>
  )
}
