import type { IncomingHttpHeaders } from 'node:http'

/** Who asked, and for what host. */
interface Sender {
  readonly ip: string
  readonly host: string
  readonly protocol: string
}

/** They concern one connection, and end where it does. */
const ofOneConnection = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
  'http2-settings',
]

/** The login here, which is nobody else's business, and what only we say of the sender. */
const ownOfRequests = ['x-access-token', 'x-tenant-id', 'cookie', 'forwarded', 'x-real-ip', 'x-forwarded-port', 'x-forwarded-prefix']

/** With these a target could act on our pages: both have one origin. */
const ownOfAnswers = [
  'set-cookie',
  'set-cookie2',
  'clear-site-data',
  'service-worker-allowed',
  'strict-transport-security',
  'public-key-pins',
  'alt-svc',
  'refresh',
  'report-to',
  'nel',
  'reporting-endpoints',
  'content-security-policy-report-only',
]

const dropped = new Set([...ofOneConnection, ...ownOfRequests])
const withheld = new Set([...ofOneConnection, ...ownOfAnswers])

/** The headers for the target: those of the request without our own, and who asks. */
export function headersForTarget(request: Sender, headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const passed = Object.fromEntries(Object.entries(headers).filter(([name]) => !dropped.has(name)))
  return { ...passed, 'x-forwarded-for': request.ip, 'x-forwarded-host': request.host, 'x-forwarded-proto': request.protocol }
}

/** The headers of the target's answer. A page of it runs nothing and reads nothing of ours: its origin is its own. */
export function headersForSender(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const named = new Set((headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase()))
  const passed = Object.entries(headers).filter(([name]) => !withheld.has(name) && !named.has(name))
  return { ...Object.fromEntries(passed), 'content-security-policy': 'sandbox' }
}
