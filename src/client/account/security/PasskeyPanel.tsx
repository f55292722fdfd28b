import { App, Button, Space, Tag } from 'antd'
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { useState } from 'react'
import { api, LoadFailed, loadPart, tellRefusal } from '../../../../engine/client/index.ts'
import { offeredWays } from '../../login/sign-in-ways.ts'
import { PasswordDialog } from './PasswordDialog.tsx'
import { RenameField } from './RenameField.tsx'
import { usePasskeys, type PasskeyFacts } from './security-state.ts'
import './security.css'

/** A first name for a passkey: where it is made. */
function firstName(): string {
  const system = /Windows|Mac OS|Android|iPhone|iPad|Linux/.exec(navigator.userAgent)?.[0] ?? '此设备'
  return `${system} 上的通行密钥`
}

interface RowProps {
  readonly passkey: PasskeyFacts
  onRename(name: string): void
  onRemove(): void
}

function PasskeyRow({ passkey: { name, created, lastUsed }, onRename, onRemove }: RowProps) {
  return (
    <li>
      <div>
        <RenameField name={name} onRename={onRename} />
        <small>
          添加于 {created.slice(0, 10)}，{lastUsed ? `最近使用 ${lastUsed.slice(0, 16)}` : '尚未使用'}
        </small>
      </div>
      <Button danger size="small" aria-label={`移除${name}`} onClick={onRemove}>
        移除
      </Button>
    </li>
  )
}

/** Passkeys of the signed-in user. */
export function PasskeyPanel() {
  const app = App.useApp()
  const { data, error, mutate } = usePasskeys()
  const [isAsking, setAsking] = useState(false)
  const [leaving, setLeaving] = useState<PasskeyFacts>()
  const isOffered = offeredWays().includes('passkey')
  async function change(work: () => Promise<unknown>, success: string) {
    try {
      await work()
      void app.message.success(success)
    } catch (refusal) {
      tellRefusal(app, refusal, { kind: 'error' })
    }
    await mutate()
  }
  function add(options: PublicKeyCredentialCreationOptionsJSON) {
    setAsking(false)
    void change(
      async () => (await loadPart(() => import('../../login/other-ways/passkey.ts'))).addPasskey(options, firstName()),
      '通行密钥已添加',
    )
  }
  if (error && !data) return <LoadFailed error={error} retry={mutate} />
  return (
    <section className="security-part" aria-label="通行密钥">
      <div>
        <h2>
          通行密钥 {data && <Tag color={data.length > 0 ? 'green' : 'default'}>{data.length > 0 ? `${data.length} 个` : '未添加'}</Tag>}
        </h2>
        <p>{isOffered ? '用指纹、面容或设备密码登录，无需输入账号和密码。' : '通行密钥只能在系统的正式网址下添加和使用。'}</p>
      </div>
      <Space>
        <Button type="primary" ghost disabled={!isOffered} onClick={() => setAsking(true)}>
          添加通行密钥
        </Button>
      </Space>
      {data && data.length > 0 && (
        <ul className="passkeys">
          {data.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onRename={(name) => void change(() => api.put('/sys/passkey/edit', { id: passkey.id, name }), '修改成功!')}
              onRemove={() => setLeaving(passkey)}
            />
          ))}
        </ul>
      )}
      {isAsking && (
        <PasswordDialog<PublicKeyCredentialCreationOptionsJSON>
          title="添加通行密钥"
          text="请先输入登录密码，然后按浏览器的提示操作。"
          url="/sys/passkey/addOptions"
          onDone={add}
          onCancel={() => setAsking(false)}
        />
      )}
      {leaving && (
        <PasswordDialog
          title="移除通行密钥"
          text={`移除后不能再用“${leaving.name}”登录。请先输入登录密码。`}
          url="/sys/passkey/delete"
          data={{ id: leaving.id }}
          danger
          onDone={() => {
            setLeaving(undefined)
            void mutate()
          }}
          onCancel={() => setLeaving(undefined)}
        />
      )}
    </section>
  )
}
