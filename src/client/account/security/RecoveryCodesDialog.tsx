import { Alert, App, Button, Modal, Space } from 'antd'
import { saveFile } from '../../../../engine/client/index.ts'
import { product } from '../../product.ts'
import './security.css'

interface Props {
  readonly codes: readonly string[]
  onClose(): void
}

/** Shows the recovery codes, once. */
export function RecoveryCodesDialog({ codes, onClose }: Props) {
  const { message } = App.useApp()
  const text = codes.join('\n')
  const copy = async () => {
    try {
      // Browsers have no clipboard on pages that are not served over https.
      await navigator.clipboard.writeText(text)
      void message.success('已复制')
    } catch {
      void message.error('复制失败，请手动抄写')
    }
  }
  const save = () => saveFile(new Blob([`${product.name} 恢复码\n\n${text}\n`], { type: 'text/plain' }), '恢复码.txt')
  return (
    <Modal open title="恢复码" width={460} closable={false} maskClosable={false} keyboard={false} footer={null}>
      <Alert type="warning" showIcon message="请立即保存，关闭后不再显示。手机不在身边时，每个恢复码可代替动态码登录一次。" />
      <ul className="recovery-codes" aria-label="恢复码">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Space className="recovery-actions" wrap>
        <Button onClick={() => void copy()}>复制</Button>
        <Button onClick={save}>下载</Button>
        <Button type="primary" onClick={onClose}>
          我已保存
        </Button>
      </Space>
    </Modal>
  )
}
