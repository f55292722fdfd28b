import { Alert, App, Button, Modal, Progress } from 'antd'
import type { AnyEntity } from '../../schema/index.ts'
import type { Params } from '../../browser/api.ts'
import { download } from '../../browser/file-calls.ts'
import { errorSentence } from '../../browser/readable-error.ts'
import type { Filters } from '../model/list-state.ts'
import { FileButton } from '../parts/FileButton.tsx'
import { importChoices, isLeftWaiting, percentOf, phaseNames, type ImportState } from './import-state.ts'
import { ImportFile } from './ImportFile.tsx'
import { ImportPreview } from './ImportPreview.tsx'
import { useImportFile } from './use-import-file.ts'
import { useImport, type ImportActs } from './use-import.ts'

interface Props {
  readonly entity: AnyEntity
  /** The page's filters: they say what the whole file belongs to. */
  readonly filters: Filters
  readonly reload: () => void
  /** A file that waits. */
  readonly job?: string
  close(): void
}

const SECONDS_TO_READ = 6

function Working({ state }: { readonly state: Extract<ImportState, { step: 'uploading' | 'waiting' }> }) {
  const label = state.step === 'uploading' ? '正在上传' : phaseNames[state.job.phase]
  const percent = state.step === 'uploading' ? Math.round(state.part * 100) : percentOf(state.job)
  return (
    <div role="status" style={{ padding: '32px 0', textAlign: 'center' }}>
      <Progress percent={percent ?? 0} status="active" />
      {label}
      {state.step === 'waiting' && state.job.rows > 0 && `（${state.job.done} / ${state.job.rows}）`}
      {state.step === 'waiting' && state.trouble && (
        <Alert type="warning" showIcon message={state.trouble} style={{ marginTop: 16, textAlign: 'start' }} />
      )}
    </div>
  )
}

interface ButtonsProps {
  readonly entity: AnyEntity
  readonly acts: ImportActs
  /** What the file belongs to. */
  readonly within: Params
  /** Close the window and say what becomes of the file. */
  leave(): void
  close(): void
}

/** What can be done at each step. */
function ImportButtons({ entity, acts: { state, commit, again, drop }, within, leave, close }: ButtonsProps) {
  const { message } = App.useApp()
  const { base } = entity.endpoints
  const fetchTemplate = () => download(`${base}/importTemplate`, { params: within, fallback: `${entity.title}导入模板.xlsx` })
  const fetchFaults = (job: string) => download(`${base}/importFaults`, { params: { job }, fallback: `${entity.title}未导入的行.xlsx` })
  const giveUp = () => void drop().then(close, (error: unknown) => message.warning(errorSentence(error)))
  const choices = state.step === 'preview' ? importChoices(state.job) : { all: false, good: false }
  const checked = state.step === 'preview' || state.step === 'finished' ? state.job : undefined
  return (
    <>
      {state.step === 'choose' && (
        <FileButton type="link" fetchFile={fetchTemplate}>
          下载模板
        </FileButton>
      )}
      {checked && checked.counts.bad > 0 && (
        <FileButton type="link" fetchFile={() => fetchFaults(checked.job)}>
          下载错误行
        </FileButton>
      )}
      {state.step === 'preview' && (
        <Button danger onClick={giveUp}>
          放弃导入
        </Button>
      )}
      {checked && <Button onClick={again}>重新选择文件</Button>}
      {choices.good && (
        <Button type="primary" onClick={() => commit('good')}>
          只导入正确的行
        </Button>
      )}
      {choices.all && (
        <Button type="primary" onClick={() => commit('all')}>
          全部导入
        </Button>
      )}
      <Button disabled={state.step === 'uploading'} onClick={leave}>
        {state.step === 'finished' ? '完成' : '关闭'}
      </Button>
    </>
  )
}

/** Import in steps: choose a file, check it, look at what would happen, then write. */
export function ImportDialog({ entity, filters, reload, job, close }: Props) {
  const { message } = App.useApp()
  const acts = useImport(entity, reload, job)
  const { state, check } = acts
  const file = useImportFile(entity, filters, check)
  const leave = () => {
    if (isLeftWaiting(state)) void message.info('文件尚未导入，两小时内可在首页“任务表格”的“我的待办”中继续', SECONDS_TO_READ)
    close()
  }
  return (
    <Modal
      open
      title={`导入${entity.title}`}
      width="min(800px, 100vw)"
      maskClosable={false}
      onCancel={leave}
      footer={<ImportButtons entity={entity} acts={acts} within={file.params} leave={leave} close={close} />}
    >
      {state.step === 'choose' && <ImportFile file={file} problem={state.problem} filters={filters} />}
      {(state.step === 'uploading' || state.step === 'waiting') && <Working state={state} />}
      {(state.step === 'preview' || state.step === 'finished') && (
        <ImportPreview job={state.job} problem={state.step === 'preview' ? state.problem : undefined} />
      )}
    </Modal>
  )
}
