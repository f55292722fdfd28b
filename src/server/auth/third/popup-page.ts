import { randomBytes } from 'node:crypto'
import type { FastifyReply } from 'fastify'

/** What the popup tells the page that opened it: a sentence, a ticket, or an account whose name is taken here. */
export type PopupMessage = string | Readonly<Record<string, string | boolean>>

/** JSON that cannot end the script around it. */
const scriptText = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028')

/** The last page of a popup: hands the message to the page that opened it, if that is of this origin, and closes. */
export function sendPopupPage(reply: FastifyReply, message: PopupMessage): FastifyReply {
  const nonce = randomBytes(16).toString('base64')
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', `default-src 'none'; script-src 'nonce-${nonce}'; base-uri 'none'; frame-ancestors 'none'`)
    .header('cross-origin-opener-policy', 'unsafe-none').send(`<!doctype html>
<html lang="zh-CN">
<head><meta charset="utf-8"><title>第三方登录</title></head>
<body>
<p id="said">正在返回登录页…</p>
<script nonce="${nonce}">
if (window.opener) {
  window.opener.postMessage(${scriptText(message)}, location.origin)
  window.close()
} else document.getElementById('said').textContent = '登录页已关闭，请关闭此窗口后重试'
</script>
</body>
</html>`)
}
