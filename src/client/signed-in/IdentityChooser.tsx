import { Modal, Radio, Typography } from 'antd'
import { useState } from 'react'
import type { IdentityChoice } from './choose-identity.ts'
import type { LoginRecord } from './login-record.ts'
import './identity.css'

interface Props {
  readonly login: LoginRecord
  /** Which choices are asked for; those with a single answer are left out. */
  readonly ask: readonly ('role' | 'department')[]
  readonly title: string
  onChoose(choice: IdentityChoice): Promise<void>
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
export function IdentityChooser({ login, ask, title, onChoose, onCancel }: Props) {
  const roles =
    ask.includes('role') && login.roles.length > 1 ? login.roles.map((role) => ({ value: role.roleCode, label: role.roleName })) : []
  const departments =
    ask.includes('department') && login.departments.length > 1
      ? login.departments.map((department) => ({ value: department.orgCode, label: department.departName }))
      : []
  const [roleCode, setRole] = useState(login.user.roleCode)
  const [orgCode, setDepartment] = useState(login.user.orgCode ?? login.departments[0]?.orgCode)
  const [isSaving, setSaving] = useState(false)
  async function save() {
    setSaving(true)
    await onChoose({ ...(roles.length ? { roleCode } : {}), ...(departments.length ? { orgCode } : {}) })
    setSaving(false)
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
    >
      {roles.length > 0 && <Options title="登录角色" options={roles} value={roleCode} onChange={setRole} />}
      {departments.length > 0 && <Options title="登录部门" options={departments} value={orgCode} onChange={setDepartment} />}
    </Modal>
  )
}
