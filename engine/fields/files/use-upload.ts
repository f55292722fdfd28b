import { App, type UploadFile } from 'antd'
import { useRef, useState } from 'react'
import { upload } from '../../browser/file-calls.ts'
import { newKey } from '../../browser/new-key.ts'
import { tellRefusal } from '../../browser/refusal.ts'
import type { FieldOf } from '../contract.ts'
import { messages } from '../messages.ts'
import { acceptsName, kindMessage } from './shared.ts'

const mostBytes = 10 * 1024 * 1024

interface Stored {
  readonly field: FieldOf<'files'>
  readonly paths: readonly string[]
  onChange(paths: string): void
}

interface Uploading {
  /** The files that are still on their way. */
  readonly moving: readonly UploadFile[]
  /** Why a file is not accepted; undefined if it is. */
  refuse(file: { readonly name: string; readonly size: number }): string | undefined
  send(file: File): Promise<void>
}

/** Uploads files to the server and adds each to the stored paths. */
export function useUpload({ field, paths, onChange }: Stored): Uploading {
  const app = App.useApp()
  const [moving, setMoving] = useState<readonly UploadFile[]>([])
  const latest = useRef(paths)
  latest.current = paths

  const refuse: Uploading['refuse'] = ({ name, size }) => {
    if (!acceptsName(name, field)) return kindMessage(field)
    if (latest.current.length + moving.length >= field.count) return messages.fileCount(field.label, field.count)
    return size > mostBytes ? messages.fileSize : undefined
  }
  const send = async (file: File) => {
    const uid = newKey()
    const show = (percent: number): UploadFile => ({ uid, name: file.name, status: 'uploading', percent })
    setMoving((now) => [...now, show(0)])
    const form = new FormData()
    form.append('biz', field.accept === 'image' ? 'image' : 'file')
    form.append('file', file)
    try {
      const answer = await upload<unknown>('/sys/common/upload', form, (part) =>
        setMoving((now) => now.map((item) => (item.uid === uid ? show((part ?? 0) * 100) : item))),
      )
      latest.current = [...latest.current, answer.message]
      onChange(latest.current.join(','))
    } catch (error) {
      tellRefusal(app, error, { kind: 'error' })
    } finally {
      setMoving((now) => now.filter((item) => item.uid !== uid))
    }
  }
  return { moving, refuse, send }
}
