import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ImportPreview } from '../../../../engine/client/transfer/ImportPreview.tsx'
import type { ImportJobState } from '../../../../engine/client/transfer/import-state.ts'

const checked = (counts: ImportJobState['counts']): ImportJobState => ({ job: '1', phase: 'ready', rows: 60, done: 60, counts, errors: [] })

test('the preview mentions the good rows only if there are some', () => {
  const words = (add: number) => renderToStaticMarkup(<ImportPreview job={checked({ add, change: 0, same: 0, bad: 60 - add })} />)
  expect(words(20)).toContain('或只导入正确的行')
  expect(words(0)).not.toContain('只导入正确的行')
  expect(words(0)).toContain('请修改文件后重新上传。')
})
