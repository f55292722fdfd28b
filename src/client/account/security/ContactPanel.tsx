import { Button, Tag } from 'antd'
import { useState } from 'react'
import { api, LoadFailed } from '../../../../engine/client/index.ts'
import { changeEmail, changePhone } from '../../../../schemas/identity/own-account.ts'
import { codeBeside } from '../../login/phone/code-beside.tsx'
import { useOwnFacts } from '../own-facts.ts'
import { FieldsDialog } from './FieldsDialog.tsx'
import './security.css'

const hidden = (phone: string): string => phone.replace(/^(\d{3})\d{4}/, '$1****')
const hiddenMail = (mail: string): string => mail.replace(/^(.).*(?=@)/, '$1***')

const beside = { smscode: codeBeside((phone) => api.post('/sys/user/sendChangePhoneSms', { phone }), changePhone) }

const contacts = {
  phone: { label: '手机', why: '可用于验证码登录和找回密码。', show: hidden, url: '/sys/user/changePhone', fields: changePhone, beside },
  email: { label: '邮箱', why: '用于联系您。', show: hiddenMail, url: '/sys/user/changeEmail', fields: changeEmail },
} as const

/** The phone or the mail address of the account: what is bound, and its change. */
export function ContactPanel({ kind }: { readonly kind: keyof typeof contacts }) {
  const { data, error, mutate } = useOwnFacts()
  const [isOpen, setOpen] = useState(false)
  const { label, why, show, ...form } = contacts[kind]
  const bound = data?.[kind] ?? ''
  if (error && !data) return <LoadFailed error={error} retry={mutate} />
  const title = bound ? `更换${label}` : `绑定${label}`
  return (
    <section className="security-part" aria-label={label}>
      <div>
        <h2>
          {label} {data && <Tag color={bound ? 'green' : 'default'}>{bound ? '已绑定' : '未绑定'}</Tag>}
        </h2>
        <p>{bound ? `${show(bound)}，${why}` : why}</p>
      </div>
      {data && (
        <Button {...(!bound && { type: 'primary', ghost: true })} onClick={() => setOpen(true)}>
          {title}
        </Button>
      )}
      {isOpen && (
        <FieldsDialog
          title={title}
          {...form}
          onDone={() => {
            setOpen(false)
            void mutate()
          }}
          onCancel={() => setOpen(false)}
        />
      )}
    </section>
  )
}
