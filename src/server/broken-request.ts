import type { Socket } from 'node:net'

const sentences: Readonly<Record<string, readonly [status: string, code: number, sentence: string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 431, '请求地址或请求头过长'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 408, '请求超时，请稍后再试'],
}

/** Answer data that is not a valid request in the same envelope as everything else, and close the connection. */
export function answerBrokenRequest(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return void socket.destroy()
  const [status, code, message] = sentences[error.code ?? ''] ?? ['400 Bad Request', 400, '请求格式不正确']
  const body = JSON.stringify({ success: false, code, message, result: null, timestamp: Date.now() })
  const head = [`HTTP/1.1 ${status}`, 'content-type: application/json; charset=utf-8', `content-length: ${Buffer.byteLength(body)}`]
  socket.end([...head, 'connection: close', '', body].join('\r\n'))
}
