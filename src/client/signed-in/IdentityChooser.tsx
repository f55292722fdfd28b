import { Modal, Radio, Typography } from 'antd'
import { useRef, useState, type KeyboardEvent } from 'react'
import { chooseIdentity } from './choose-identity.ts'
import type { LoginRecord } from './login-record.ts'
import './identity.css'

interface Props {
  readonly login: LoginRecord
  /** Which choices are asked for; those with a single answer are left out. */
  readonly ask: readonly ('role' | 'department')[]
  readonly title: string
  /** Goes on with the login as it is once the server knows the choice. */
  onChosen(chosen: Promise<LoginRecord>): Promise<void>
  onCancel(): void
}

interface Option {
  readonly value: string
  readonly label: string
}

function Options(props: {
  readonly title: string
  readonly options: readonly Option[]
  readonly value: string | undefined
  onChange(value: string): void
}) {
  return (
    <section className="identity-options">
      <Typography.Text type="secondary">{props.title}</Typography.Text>
      <Radio.Group value={props.value} onChange={(event) => props.onChange(String(event.target.value))} aria-label={props.title}>
        {props.options.map(({ value, label }) => (
          <Radio key={value} value={value} className={value === props.value ? 'identity-option chosen' : 'identity-option'}>
            {label}
          </Radio>
        ))}
      </Radio.Group>
    </section>
  )
}

/** Choose the role and the department to work as, at login and later. */
export function IdentityChooser({ login, ask, title, onChosen, onCancel }: Props) {
  const roles =
    ask.includes('role') && login.roles.length > 1 ? login.roles.map((role) => ({ value: role.roleCode, label: role.roleName })) : []
  const departments =
    ask.includes('department') && login.departments.length > 1
      ? login.departments.map((department) => ({ value: department.orgCode, label: department.departName }))
      : []
  const [roleCode, setRole] = useState(login.user.roleCode)
  const [orgCode, setDepartment] = useState(login.user.orgCode ?? login.departments[0]?.orgCode)
  const [isSaving, setSaving] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  async function save() {
    if (isSaving) return
    setSaving(true)
    await onChosen(chooseIdentity(login, { ...(roles.length ? { roleCode } : {}), ...(departments.length ? { orgCode } : {}) }))
    setSaving(false)
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') void save()
  }
  return (
    <Modal
      open
      title={title}
      width={420}
      onOk={() => void save()}
      onCancel={onCancel}
      okText="确定"
      cancelText="取消"
      confirmLoading={isSaving}
      maskClosable={false}
      destroyOnHidden
      afterOpenChange={(open) => open && box.current?.querySelector<HTMLInputElement>('input:checked')?.focus()}
    >
      <div ref={box} onKeyDown={handleKey}>
        {roles.length > 0 && <Options title="登录角色" options={roles} value={roleCode} onChange={setRole} />}
        {departments.length > 0 && <Options title="登录部门" options={departments} value={orgCode} onChange={setDepartment} />}
      </div>
    </Modal>
  )
}
