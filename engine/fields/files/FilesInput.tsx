import { PlusOutlined, UploadOutlined } from '@ant-design/icons'
import { App, Button, Image, Upload, type UploadFile } from 'antd'
import { useEffect, useState } from 'react'
import type { InputProps } from '../client-contract.ts'
import { commaList } from '../comma-list.ts'
import type { FieldOf } from '../contract.ts'
import { nameless, useStoredFiles } from './use-stored-files.ts'
import { useUpload } from './use-upload.ts'

/** Uploads files as soon as they are chosen; the value is the comma list of stored paths. */
export function FilesInput({ id, field, value, disabled, onChange, onBusy }: InputProps<FieldOf<'files'>>) {
  const { message } = App.useApp()
  const [preview, setPreview] = useState<string>()
  const paths = commaList(value)
  const { moving, refuse, send } = useUpload({ field, paths, onChange })
  const files = useStoredFiles(paths)
  const isPicture = field.accept === 'image'
  const busy = moving.length > 0
  useEffect(() => onBusy(busy), [busy, onBusy])
  const stored = paths.map((path): UploadFile => ({
    uid: path,
    name: files.get(path)?.name ?? nameless(path),
    status: 'done',
    url: files.get(path)?.url,
    thumbUrl: files.get(path)?.url,
  }))
  const full = paths.length + moving.length >= field.count

  return (
    <>
      <Upload
        id={id}
        listType={isPicture ? 'picture-card' : 'text'}
        accept={isPicture ? 'image/*' : undefined}
        multiple={field.count > 1}
        disabled={disabled}
        fileList={[...stored, ...moving]}
        beforeUpload={(file) => {
          const problem = refuse(file)
          if (!problem) return true
          void message.error(problem)
          return Upload.LIST_IGNORE
        }}
        customRequest={({ file }) => {
          if (file instanceof File) void send(file)
        }}
        onRemove={(file) => {
          onChange(paths.filter((path) => path !== file.uid).join(',') || null)
          return false
        }}
        onPreview={(file) => (isPicture ? setPreview(file.url) : window.open(file.url, '_blank', 'noopener'))}
      >
        {full || disabled ? null : <ChooseButton label={field.label} isPicture={isPicture} />}
      </Upload>
      {preview && (
        <Image
          style={{ display: 'none' }}
          src={preview}
          preview={{ visible: true, onVisibleChange: (open) => open || setPreview(undefined) }}
        />
      )}
    </>
  )
}

function ChooseButton({ label, isPicture }: { readonly label: string; readonly isPicture: boolean }) {
  return isPicture ? (
    <Button type="text" icon={<PlusOutlined />} aria-label={`上传${label}`} />
  ) : (
    <Button icon={<UploadOutlined />}>上传</Button>
  )
}
