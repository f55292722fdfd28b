import { Button } from 'antd'
import { useNavigate } from 'react-router-dom'
import { askWhy, TroubleView } from '../../../engine/client/index.ts'
import { home } from '../product.ts'

const sentences = { 403: '抱歉，您没有权限访问该页面', 404: '抱歉，您访问的页面不存在或无权访问', 500: '抱歉，服务器出错了' } as const

interface Props {
  readonly status: keyof typeof sentences
  readonly text?: string
  /** The permission that the page asks for. */
  readonly permission?: string
  onRetry?(): void
}

/** No access, no such page, or an error, each with a link home. */
export function StatusPage({ status, text, permission, onRetry }: Props) {
  const navigate = useNavigate()
  return (
    <TroubleView
      className="status-page"
      title={status}
      text={text ?? sentences[status]}
      actions={
        <>
          {onRetry && <Button onClick={onRetry}>重试</Button>}
          {permission !== undefined && <Button onClick={() => askWhy({ permission })}>为什么？</Button>}
          <Button type="primary" onClick={() => void navigate(home)}>
            返回首页
          </Button>
        </>
      }
    />
  )
}
