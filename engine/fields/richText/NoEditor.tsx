import { Alert, Button } from 'antd'

/** Stands where the editor could not be loaded. */
export function NoEditor({ retry }: { retry(): void }) {
  return (
    <Alert
      type="warning"
      showIcon
      message="编辑器加载失败"
      action={
        <Button size="small" onClick={retry}>
          重试
        </Button>
      }
    />
  )
}
