import axios, { AxiosError, type AxiosRequestConfig, type AxiosResponse } from 'axios'
import { ReadableError } from './readable-error.ts'

/** Every answer of the server, success or refusal. */
interface Envelope<T> {
  readonly success: boolean
  readonly code: number
  readonly message: string
  readonly result: T
  readonly details?: unknown
}

/** Sentences of the server that our pages replace with plainer words. */
const pageWords: Readonly<Record<string, string | undefined>> = { 未找到对应实体: '数据不存在或已被删除' }

/** The sentence that our pages show for a sentence of the server. */
export const pageWord = (message: string): string => pageWords[message] ?? message

/** A refusal with a sentence for the user and, for some kinds, details by field. */
export class ApiError extends ReadableError {
  readonly code: number
  readonly status: number
  readonly details: unknown
  constructor(message: string, answer: { code: number; status: number; details?: unknown }) {
    super(pageWord(message))
    this.name = 'ApiError'
    this.code = answer.code
    this.status = answer.status
    this.details = answer.details
  }
}

/** Whether asking again later may help: no network, or an overloaded or restarting server. The students' page has its own version. */
export const mayPass = (error: unknown): boolean =>
  error instanceof ApiError && ([0, 408, 429].includes(error.status) || error.status >= 500)

/** Whether the server has answered that it will not: asked the same again, it would say the same. */
export const isRefusal = (error: unknown): error is ApiError => error instanceof ApiError && error.status !== 401 && !mayPass(error)

/** Whether it was the line of business that refused, rather than a right or a fault. */
export const isBusinessRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === 200 && error.code === 500

export type Params = Readonly<Record<string, unknown>>
export interface Answer<T> {
  readonly message: string
  readonly result: T
}
export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly url: string
  readonly params?: Params
  readonly data?: unknown
  readonly signal?: AbortSignal
  /** Identifies a write, so that the server does it only once even if it is sent again. */
  readonly idempotencyKey?: string
  /** Instead of that key. */
  readonly headers?: Readonly<Record<string, string>>
}

let readToken: () => string | null | undefined = () => undefined
/** Resolves to true once the same person has signed in again and the request may be repeated. */
export type OnSignedOut = (refused: { readonly token: string | undefined; readonly message: string }) => Promise<boolean>
let onSignedOut: OnSignedOut = () => Promise.resolve(false)

/**
 * The application says where the token is kept, and what happens when the server no longer accepts it. A refused request waits in the
 * meantime: its caller notices only that the answer took longer.
 */
export function configureApi(options: { readToken: () => string | null | undefined; onSignedOut: OnSignedOut }): void {
  readToken = options.readToken
  onSignedOut = options.onSignedOut
}

/** The current token of the login. */
export const currentToken = (): string | null => readToken() ?? null

const http = axios.create({ baseURL: '/api', timeout: 60_000, headers: { 'X-File-Paths': 'plain' } })
http.interceptors.request.use((config) => {
  const token = readToken()
  if (token) config.headers.set('X-Access-Token', token)
  return config
})

const isEnvelope = (data: unknown): data is Envelope<unknown> =>
  typeof data === 'object' && data !== null && 'success' in data && 'message' in data

async function bodyOf(response: AxiosResponse<unknown>): Promise<unknown> {
  if (!(response.data instanceof Blob)) return response.data
  const text = await response.data.text()
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function sentenceFor(status: number): string {
  if (status === 0) return '网络连接失败，请检查网络后重试'
  if (status === 413) return '文件过大'
  if (status === 429) return '操作过于频繁，请稍后再试'
  return '请求出现错误，请稍后再试'
}

async function toApiError(error: unknown): Promise<unknown> {
  if (!(error instanceof AxiosError) || error.code === AxiosError.ERR_CANCELED) return error
  const status = error.response?.status ?? 0
  const body = error.response && (await bodyOf(error.response))
  const message = isEnvelope(body) && body.message ? body.message : sentenceFor(status)
  return new ApiError(message, {
    code: isEnvelope(body) ? body.code : status,
    status,
    details: isEnvelope(body) ? body.details : undefined,
  })
}

/** The answer, or an ApiError; after a renewed login the request is sent once more. */
export async function askServer<T>(request: AxiosRequestConfig): Promise<AxiosResponse<T>> {
  const token = readToken() ?? undefined
  try {
    return await http.request<T>(request)
  } catch (error) {
    const refusal = await toApiError(error)
    if (refusal instanceof ApiError && refusal.status === 401 && (await onSignedOut({ token, message: refusal.message })))
      return askServer(request)
    throw refusal
  }
}

/** The result and the sentence of an answer, or the refusal that it is. */
export function openEnvelope<T>(response: AxiosResponse<Envelope<T>>): Answer<T> {
  const { success, code, message, result, details } = response.data
  if (!success) throw new ApiError(message, { code, status: response.status, details })
  return { message, result }
}

/** Sends one request; returns message and result, or throws an ApiError. */
export async function send<T>({ idempotencyKey, ...request }: ApiRequest): Promise<Answer<T>> {
  const headers = idempotencyKey ? { 'Idempotency-Key': idempotencyKey } : undefined
  return openEnvelope(await askServer<Envelope<T>>({ headers, ...request }))
}

/** The server's verbs; each returns the result alone. */
export const api = {
  get: async <T>(url: string, params?: Params, signal?: AbortSignal) => (await send<T>({ method: 'GET', url, params, signal })).result,
  post: async <T>(url: string, data?: unknown, params?: Params) => (await send<T>({ method: 'POST', url, data, params })).result,
  put: async <T>(url: string, data?: unknown, params?: Params) => (await send<T>({ method: 'PUT', url, data, params })).result,
  remove: async <T>(url: string, params?: Params) => (await send<T>({ method: 'DELETE', url, params })).result,
}
