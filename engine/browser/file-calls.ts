import type { AxiosProgressEvent } from 'axios'
import { askServer, openEnvelope, type Answer, type Params } from './api.ts'

/** Part done, 0 to 1; undefined while the size is not known. */
export type OnProgress = (part: number | undefined, loaded: number) => void

const partOf = (event: AxiosProgressEvent): number | undefined => (event.total ? event.loaded / event.total : undefined)

/** Send a form with files and report the progress. */
export async function upload<T>(url: string, form: FormData, onProgress?: OnProgress): Promise<Answer<T>> {
  const onUploadProgress = (event: AxiosProgressEvent) => onProgress?.(partOf(event), event.loaded)
  return openEnvelope<T>(await askServer({ method: 'POST', url, data: form, onUploadProgress, timeout: 0 }))
}

function nameIn(disposition: unknown): string | undefined {
  if (typeof disposition !== 'string') return undefined
  const encoded = /filename\*=(?:UTF-8'')?([^;]+)/i.exec(disposition)?.[1]
  if (encoded) return decodeURIComponent(encoded.trim())
  return /filename="?([^";]+)"?/i.exec(disposition)?.[1]
}

/** Fetch a file and save it under the server's name, or else `fallback`. Anything too long for an address is sent as `data`. */
export async function download(
  url: string,
  options: { params?: Params; data?: Params; fallback: string; onProgress?: OnProgress },
): Promise<void> {
  const onDownloadProgress = (event: AxiosProgressEvent) => options.onProgress?.(partOf(event), event.loaded)
  const { params, data } = options
  const method = data ? 'POST' : 'GET'
  const response = await askServer<Blob>({ method, url, params, data, responseType: 'blob', timeout: 0, onDownloadProgress })
  if (response.data.type.includes('json')) openEnvelope<unknown>({ ...response, data: JSON.parse(await response.data.text()) })
  saveFile(response.data, nameIn(response.headers['content-disposition']) ?? options.fallback)
}

/** Let the browser save a file. */
export function saveFile(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
