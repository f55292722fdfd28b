import type { CallPath, OnlyParams, ParamsOfPath } from '../../engine/schema/index.ts'
import { mobileToken, tokenRefused } from './login/login-state.ts'

/** A refusal of the server, with a sentence for the student; `status` 0 means that the server could not be reached. */
export class Refusal extends Error {
  readonly status: number
  readonly details: unknown
  constructor(message: string, status: number, details?: unknown) {
    super(message === '未找到对应实体' ? '数据不存在或已被删除' : message)
    this.name = 'Refusal'
    this.status = status
    this.details = details
  }
}

/** Whether asking again later may help: no network, an overloaded or restarting server. */
export const mayPassLater = (error: unknown): boolean =>
  error instanceof Refusal && (error.status === 0 || error.status === 408 || error.status === 429 || error.status >= 500)

export const isSignedOut = (error: unknown): boolean => error instanceof Refusal && error.status === 401

export const callErrorSentence = (error: unknown): string =>
  error instanceof Refusal && error.message ? error.message : '请求出现错误，请稍后再试'

export interface MobileAnswer<T> {
  readonly result: T
  readonly message: string
  /** The server's clock, in milliseconds. */
  readonly timestamp: number
}

interface Envelope<T> extends MobileAnswer<T> {
  readonly success: boolean
  readonly code: number
  readonly details?: unknown
}

export interface CallOptions {
  readonly body?: unknown
  /** Sent as `Idempotency-Key`: however often a call with one key arrives, it is done once. */
  readonly key?: string
  readonly signal?: AbortSignal
}

const PATIENCE = 20_000
const noNetwork = '网络连接失败，请检查网络后重试'

const isEnvelope = <T>(value: unknown): value is Envelope<T> => typeof value === 'object' && value !== null && 'success' in value

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function sentenceFor(status: number): string {
  if (status === 413) return '文件过大'
  if (status === 429) return '操作过于频繁，请稍后再试'
  return '请求出现错误，请稍后再试'
}

/** The envelope of an answer; throws a refusal. If the token is no longer accepted, the whole page is told. */
export function openAnswer<T>(status: number, text: string, token: string | undefined): MobileAnswer<T> {
  const body = parsed(text)
  const envelope = isEnvelope<T>(body) ? body : undefined
  if (envelope?.success) return envelope
  const message = envelope?.message || sentenceFor(status)
  if (status === 401) tokenRefused(token, message)
  throw new Refusal(message, status === 200 && !envelope ? 502 : status, envelope?.details)
}

/** One request to the server, by its path below `/api`. */
export async function call<T>(method: 'GET' | 'POST', path: string, { body, key, signal }: CallOptions = {}): Promise<MobileAnswer<T>> {
  const token = mobileToken()
  const stop = new AbortController()
  const patience = setTimeout(() => stop.abort(), PATIENCE)
  signal?.addEventListener('abort', () => stop.abort(), { once: true })
  const headers = {
    'x-file-paths': 'plain',
    ...(token ? { 'x-access-token': token } : {}),
    ...(key ? { 'idempotency-key': key } : {}),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  }
  try {
    const init = { method, headers, signal: stop.signal, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
    const reply = await fetch(`/api${path}`, init).catch(() => undefined)
    const text = await reply?.text().catch(() => undefined)
    if (!reply || text === undefined) throw new Refusal(noNetwork, 0)
    return openAnswer<T>(reply.status, text, token)
  } finally {
    clearTimeout(patience)
  }
}

/** Make a call that a schema declares, with the params that the schema declares. */
export const callServer = <P extends CallPath, const Q extends ParamsOfPath<P>>(
  path: P,
  body: OnlyParams<P, Q>,
  key: string,
): Promise<MobileAnswer<unknown>> => call('POST', path, { body, key })

export interface UploadOptions {
  readonly name: string
  readonly signal: AbortSignal
  /** Part sent, 0 to 1. */
  onPart(part: number): void
}

/** Send one photo; returns its path. fetch cannot report the progress of an upload, hence the older interface. */
export function uploadPhoto(photo: Blob, { name, signal, onPart }: UploadOptions): Promise<string> {
  const token = mobileToken()
  const form = new FormData()
  form.append('biz', 'result')
  form.append('file', photo, name)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const fail = () => reject(new Refusal(noNetwork, 0))
    request.open('POST', '/api/sys/common/upload')
    if (token) request.setRequestHeader('x-access-token', token)
    request.timeout = 120_000
    request.upload.onprogress = ({ loaded, total }) => onPart(total ? loaded / total : 0)
    request.onerror = fail
    request.ontimeout = fail
    request.onabort = fail
    request.onload = () => {
      try {
        resolve(openAnswer<null>(request.status, request.responseText, token).message)
      } catch (error) {
        reject(error)
      }
    }
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })
}
