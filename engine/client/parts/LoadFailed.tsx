import { Alert, Button } from 'antd'
import { isRefusal } from '../../browser/api.ts'
import { errorSentence } from '../../browser/readable-error.ts'

interface Props {
  /** The sentence to show, or what was thrown. */
  readonly error: unknown
  retry(): unknown
}

/** In place of what could not be read: the reason, and a button that reads it again unless the reason stays. */
export function LoadFailed({ error, retry }: Props) {
  const again = (
    <Button size="small" onClick={() => void retry()}>
      重试
    </Button>
  )
  return (
    <Alert type="warning" showIcon message={typeof error === 'string' ? error : errorSentence(error)} action={!isRefusal(error) && again} />
  )
}
