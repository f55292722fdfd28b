import { InboxOutlined } from '@ant-design/icons'
import { Alert, Form, Upload } from 'antd'
import { FilterInput } from '../filter/FilterInput.tsx'
import type { Filters } from '../model/list-state.ts'
import { narrowingOf } from '../narrowing.ts'
import type { ImportFileState } from './use-import-file.ts'

interface Props {
  readonly file: ImportFileState
  /** Why the last file was refused. */
  readonly problem: string | undefined
  readonly filters: Filters
}

/** Chooses a file and, if the page does not say it, what the file belongs to. */
export function ImportFile({ file: { field, early, asked, take, choose }, problem, filters }: Props) {
  return (
    <Form layout="vertical" requiredMark>
      {problem && <Alert type="warning" showIcon message={problem} style={{ marginBottom: 16 }} />}
      {field && (
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
  )
}
