import { InboxOutlined } from '@ant-design/icons'
import { Alert, App, Button, Form, Modal, Progress, Upload } from 'antd'
import { useState } from 'react'
import type { AnyEntity } from '../../schema/index.ts'
import { download } from '../api.ts'
import { FilterInput } from '../filter/FilterInput.tsx'
import { isBlank, type Filters, type FilterValue } from '../model/list-state.ts'
import { narrowingOf } from '../narrowing.ts'
import { FileButton } from '../parts/FileButton.tsx'
import { choicesOf, isWorkbook, percentOf, phaseNames, type ImportState } from './import-state.ts'
import { ImportPreview } from './ImportPreview.tsx'
import { useImport } from './use-import.ts'

interface Props {
  readonly entity: AnyEntity
  /** The page's filters: they answer the field that the whole file belongs to. */
  readonly filters: Filters
  readonly reload: () => void
  close(): void
}

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

/** Import in steps: choose a file, check it, look at what would happen, then write. */
export function ImportDialog({ entity, filters, reload, close }: Props) {
  const app = App.useApp()
  const { state, check, commit, again } = useImport(entity, reload)
  const within = entity.import?.within
  const given = within === undefined ? undefined : filters[within]
  const [asked, setAsked] = useState<FilterValue>()
  /** A file that was chosen before what it belongs to; it is checked as soon as that is. */
  const [early, setEarly] = useState<File>()
  const withinValue = isBlank(given) ? asked : given
  const field = within === undefined ? undefined : entity.fields[within]

  const withinParams = within === undefined || withinValue === undefined ? {} : { [within]: String(withinValue) }
  const take = (file: File) => {
    if (!isWorkbook(file.name)) void app.message.warning('请选择 .xls 或 .xlsx 文件')
    else if (within !== undefined && isBlank(withinValue)) setEarly(file)
    else check(file, withinParams)
    return false
  }
  const choose = (value: FilterValue | undefined) => {
    setAsked(value)
    if (early === undefined || within === undefined || isBlank(value)) return
    setEarly(undefined)
    check(early, { [within]: String(value) })
  }
  const fetchTemplate = () =>
    download(`${entity.endpoints.base}/importTemplate`, { params: withinParams, fallback: `${entity.title}导入模板.xlsx` })
  const fetchFaults = (job: string) =>
    download(`${entity.endpoints.base}/importFaults`, { params: { job }, fallback: `${entity.title}未导入的行.xlsx` })
  const choices = state.step === 'preview' ? choicesOf(state.job) : { all: false, good: false }
  const busy = state.step === 'uploading' || state.step === 'waiting'
  return (
    <Modal
      open
      title={`导入${entity.title}`}
      width="min(800px, 100vw)"
      maskClosable={false}
      onCancel={close}
      footer={[
        state.step === 'choose' && (
          <FileButton key="template" type="link" fetchFile={fetchTemplate}>
            下载模板
          </FileButton>
        ),
        (state.step === 'preview' || state.step === 'finished') && state.job.counts.bad > 0 && (
          <FileButton key="faults" type="link" fetchFile={() => fetchFaults(state.job.job)}>
            下载错误行
          </FileButton>
        ),
        (state.step === 'preview' || state.step === 'finished') && (
          <Button key="again" onClick={again}>
            重新选择文件
          </Button>
        ),
        choices.good && (
          <Button key="good" type="primary" onClick={() => commit('good')}>
            只导入正确的行
          </Button>
        ),
        choices.all && (
          <Button key="all" type="primary" onClick={() => commit('all')}>
            全部导入
          </Button>
        ),
        <Button key="close" disabled={busy && state.step === 'uploading'} onClick={close}>
          {state.step === 'finished' ? '完成' : '关闭'}
        </Button>,
      ]}
    >
      {state.step === 'choose' && (
        <Form layout="vertical" requiredMark>
          {state.problem && <Alert type="warning" showIcon message={state.problem} style={{ marginBottom: 16 }} />}
          {within !== undefined && field && isBlank(given) && (
            <Form.Item
              label={field.label}
              htmlFor="import-within"
              required
              validateStatus={early && 'error'}
              help={early && <span role="alert">{field.required ?? `请选择${field.label}`}</span>}
              extra={early && `${early.name} 已选好，选择${field.label}后开始校验`}
            >
              <FilterInput
                id="import-within"
                field={field}
                range={false}
                value={asked}
                narrowing={narrowingOf(field, filters)}
                onChange={choose}
              />
            </Form.Item>
          )}
          <Upload.Dragger accept=".xls,.xlsx" maxCount={1} showUploadList={false} beforeUpload={take}>
            <p className="ant-upload-drag-icon">
              <InboxOutlined />
            </p>
            <p className="ant-upload-text">点击或拖入一个 .xls 或 .xlsx 文件</p>
            <p className="ant-upload-hint">上传后先校验并预览，确认后才会写入</p>
          </Upload.Dragger>
        </Form>
      )}
      {(state.step === 'uploading' || state.step === 'waiting') && <Working state={state} />}
      {(state.step === 'preview' || state.step === 'finished') && (
        <ImportPreview job={state.job} problem={state.step === 'preview' ? state.problem : undefined} />
      )}
    </Modal>
  )
}
