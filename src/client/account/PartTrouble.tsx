import { Alert, Button } from 'antd'
import { errorSentence } from '../../../engine/client/index.ts'

/** In place of a part of the account page whose state could not be read. */
export function PartTrouble({ error, retry }: { readonly error: unknown; retry(): void }) {
  return <Alert type="error" showIcon message={errorSentence(error)} action={<Button onClick={retry}>重试</Button>} />
}
