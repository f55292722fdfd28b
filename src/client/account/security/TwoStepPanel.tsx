import { Button, Space, Tag } from 'antd'
import { useState } from 'react'
import { LoadFailed } from '../../../../engine/client/index.ts'
import { EnrolDialog, type Enrolment } from './EnrolDialog.tsx'
import { PasswordDialog } from './PasswordDialog.tsx'
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx'
import { useTwoStep } from './security-state.ts'
import './security.css'

type Open =
  | { readonly step: 'enrol' | 'renew' | 'disable' }
  | { readonly step: 'scan'; readonly enrolment: Enrolment }
  | { readonly step: 'codes'; readonly codes: readonly string[] }

interface StepProps {
  readonly open: Open
  setOpen(open: Open | undefined): void
  onChanged(): void
}

/** The dialog of the step that is open. */
function Step({ open, setOpen, onChanged }: StepProps) {
  const close = () => setOpen(undefined)
  const show = (codes: readonly string[]) => {
    onChanged()
    setOpen({ step: 'codes', codes })
  }
  if (open.step === 'scan') return <EnrolDialog enrolment={open.enrolment} onDone={show} onCancel={close} />
  if (open.step === 'codes') return <RecoveryCodesDialog codes={open.codes} onClose={close} />
  if (open.step === 'enrol')
    return (
      <PasswordDialog<Enrolment>
        title="开启两步验证"
        text="开启后，登录时除密码外还需输入手机验证器中的动态码。请先输入登录密码。"
        url="/sys/twoStep/enrol"
        onDone={(enrolment) => setOpen({ step: 'scan', enrolment })}
        onCancel={close}
      />
    )
  if (open.step === 'renew')
    return (
      <PasswordDialog<{ recoveryCodes: readonly string[] }>
        title="更换恢复码"
        text="更换后，旧的恢复码立即失效。"
        url="/sys/twoStep/recoveryCodes"
        onDone={({ recoveryCodes }) => show(recoveryCodes)}
        onCancel={close}
      />
    )
  return (
    <PasswordDialog
      title="关闭两步验证"
      text="关闭后，只凭密码即可登录，恢复码一并作废。"
      url="/sys/twoStep/disable"
      danger
      onDone={() => {
        onChanged()
        close()
      }}
      onCancel={close}
    />
  )
}

/** Dynamic codes of the signed-in user: whether the account asks for them, switching on and off, recovery codes. */
export function TwoStepPanel() {
  const { data, error, mutate } = useTwoStep()
  const [open, setOpen] = useState<Open>()
  if (error && !data) return <LoadFailed error={error} retry={mutate} />
  return (
    <section className="security-part" aria-label="两步验证">
      <div>
        <h2>两步验证 {data && <Tag color={data.enabled ? 'green' : 'default'}>{data.enabled ? '已开启' : '未开启'}</Tag>}</h2>
        <p>
          {data?.enabled
            ? `登录时需输入验证器中的动态码。开启于 ${data.since ?? ''}，剩余恢复码 ${data.recoveryCodes} 个。`
            : '登录时除密码外再输入手机验证器中的动态码，密码泄露也无法登录。'}
        </p>
      </div>
      {data && (
        <Space wrap>
          {data.enabled ? (
            <>
              <Button onClick={() => setOpen({ step: 'renew' })}>更换恢复码</Button>
              <Button danger onClick={() => setOpen({ step: 'disable' })}>
                关闭两步验证
              </Button>
            </>
          ) : (
            <Button type="primary" ghost onClick={() => setOpen({ step: 'enrol' })}>
              开启两步验证
            </Button>
          )}
        </Space>
      )}
      {open && <Step open={open} setOpen={setOpen} onChanged={() => void mutate()} />}
    </section>
  )
}
