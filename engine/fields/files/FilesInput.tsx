import { PlusOutlined, UploadOutlined } from '@ant-design/icons'
import { App, Button, Image, Upload, type UploadFile } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { upload } from '../../client/api.ts'
import { tellRefusal } from '../../client/refusal.ts'
import type { InputProps } from '../client-contract.ts'
import type { FieldOf } from '../contract.ts'
import { messages } from '../messages.ts'
import { acceptsName, kindMessage } from './shared.ts'
import { nameless, useStoredFiles } from './use-stored-files.ts'

const mostBytes = 10 * 1024 * 1024
const pathsOf = (value: unknown): string[] => (typeof value === 'string' ? value.split(',').filter(Boolean) : [])

/** Uploads files as soon as they are chosen; the value is the comma list of stored paths. */
export function FilesInput({ id, field, value, disabled, onChange, onBusy }: InputProps<FieldOf<'files'>>) {
  const { message, notification } = App.useApp()
  const [moving, setMoving] = useState<readonly UploadFile[]>([])
  const [preview, setPreview] = useState<string>()
  const paths = pathsOf(value)
  const latest = useRef(paths)
  latest.current = paths
  const files = useStoredFiles(paths)
  const isPicture = field.accept === 'image'
  const busy = moving.length > 0
  useEffect(() => onBusy(busy), [busy, onBusy])

  const refuse = (file: { name: string; size: number }): string | undefined => {
    if (!acceptsName(file.name, field)) return kindMessage(field)
    if (latest.current.length + moving.length >= field.count) return messages.fileCount(field.label, field.count)
    return file.size > mostBytes ? messages.fileSize : undefined
  }
  const send = async (uid: string, file: File) => {
    const show = (percent: number): UploadFile => ({ uid, name: file.name, status: 'uploading', percent })
    setMoving((now) => [...now, show(0)])
    const form = new FormData()
    form.append('biz', isPicture ? 'image' : 'file')
    form.append('file', file)
    try {
      const answer = await upload<unknown>('/sys/common/upload', form, (part) =>
        setMoving((now) => now.map((item) => (item.uid === uid ? show((part ?? 0) * 100) : item))),
      )
      latest.current = [...latest.current, answer.message]
      onChange(latest.current.join(','))
    } catch (error) {
      tellRefusal({ message, notification }, error, { kind: 'error' })
    } finally {
      setMoving((now) => now.filter((item) => item.uid !== uid))
    }
  }
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
          if (file instanceof File) void send(crypto.randomUUID(), file)
        }}
        onRemove={(file) => {
          onChange(paths.filter((path) => path !== file.uid).join(',') || null)
          return false
        }}
        onPreview={(file) => (isPicture ? setPreview(file.url) : window.open(file.url, '_blank', 'noopener'))}
      >
        {full || disabled ? null : isPicture ? (
          <Button type="text" icon={<PlusOutlined />} aria-label={`上传${field.label}`} />
        ) : (
          <Button icon={<UploadOutlined />}>上传</Button>
        )}
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
