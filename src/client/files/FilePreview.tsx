import { DownloadOutlined } from '@ant-design/icons'
import { Alert, Button, Flex, Spin } from 'antd'
import { useState } from 'react'
import useSWR from 'swr'
import { api, errorSentence, ReadableError, type PanelProps } from '../../../engine/client/index.ts'
import { previewKind, type PreviewKind } from './preview-kind.ts'
import './files.css'

const gone = '文件不存在'

/** Whether the file can be had at all: a frame would show the server's refusal as text. */
async function tryOut(address: string): Promise<void> {
  const rest = new AbortController()
  const answer = await fetch(address, { signal: rest.signal })
  if (answer.ok) return rest.abort()
  const refusal: unknown = await answer.json()
  const sentence = typeof refusal === 'object' && refusal !== null && 'message' in refusal ? refusal.message : undefined
  throw new ReadableError(typeof sentence === 'string' ? sentence : gone)
}

async function openFile(path: string): Promise<string> {
  const files = await api.post<Readonly<Record<string, { readonly url: string } | undefined>>>('/sys/common/sign', { paths: [path] })
  const address = files[path]?.url
  if (address === undefined) throw new ReadableError(gone)
  await tryOut(address)
  return address
}

interface ShownFile {
  readonly address: string
  readonly name: string
  readonly kind: PreviewKind
}

function Shown({ address, name, kind }: ShownFile) {
  if (kind === 'image') return <img className="files-picture" src={address} alt={name} />
  const shown = `${address}&show=1`
  // The browser's own viewer for PDF does not work in a sandbox; it has one itself, and the answer may load nothing else.
  if (kind === 'pdf') return <iframe className="files-frame" title={name} src={shown} />
  if (kind === 'text') return <iframe className="files-frame" title={name} sandbox="" src={shown} />
  return <Alert type="info" showIcon message="此类文件不能在线预览，请下载后查看" />
}

/** The window that shows a stored file: pictures, PDF and plain text; everything else is downloaded. */
export function FilePreview({ row }: PanelProps) {
  const path = String(row?.['url'] ?? '')
  const name = String(row?.['fileName'] ?? '')
  // An address is not good for long: each opening asks for its own.
  const [openedAt] = useState(() => Date.now())
  const { data, error } = useSWR<string, Error>(['preview', path, openedAt], () => openFile(path))
  if (error) return <Alert type="warning" showIcon message={errorSentence(error)} />
  if (data === undefined) return <Spin />
  return (
    <Flex vertical gap={12} align="start">
      <Button icon={<DownloadOutlined />} href={data} download={name}>
        下载
      </Button>
      <Shown address={data} name={name} kind={previewKind(path)} />
    </Flex>
  )
}
