import { WarningFilled } from '@ant-design/icons'
import { Button, Modal, theme, Typography } from 'antd'
import { TroubleView } from './TroubleView.tsx'

const title = '未能加载'
const text = '页面内容未能加载，请检查网络后重试'

interface Again {
  retry(): void
}

function AgainButton({ retry }: Again) {
  return (
    <Button type="primary" onClick={retry}>
      重试
    </Button>
  )
}

/** Shown in place of a part of the page. */
export function MissingPart({ retry }: Again) {
  return <TroubleView title={title} text={text} actions={<AgainButton retry={retry} />} />
}

/** Shown in place of an input or a picture. */
export function MissingInput({ retry }: Again) {
  return (
    <Typography.Text type="secondary" role="alert">
      {title}
      <Button type="link" size="small" onClick={retry}>
        重试
      </Button>
    </Typography.Text>
  )
}

/** Shown in place of a window; the page below it stays as it is. */
export function MissingWindow({ retry, close, onClose, onCancel }: Again & { close?(): void; onClose?(): void; onCancel?(): void }) {
  const { token } = theme.useToken()
  const leave = () => (close ?? onClose ?? onCancel)?.()
  return (
    <Modal
      open
      title={
        <>
          <WarningFilled style={{ color: token.colorWarning }} /> {title}
        </>
      }
      width={480}
      onCancel={leave}
      footer={[
        <Button key="close" onClick={leave}>
          关闭
        </Button>,
        <AgainButton key="again" retry={retry} />,
      ]}
    >
      <span role="alert">{text}</span>
    </Modal>
  )
}
