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

/** The headers that may pass, without a prototype that one of them could name. */
function passing(headers: IncomingHttpHeaders, isKept: (name: string) => boolean): IncomingHttpHeaders {
  const passed: IncomingHttpHeaders = Object.create(null)
  for (const name of Object.keys(headers)) if (isKept(name)) passed[name] = headers[name]
  return passed
}

const isForTarget = (name: string): boolean => !dropped.has(name)
const isForSender = (name: string): boolean => !withheld.has(name)

/** The headers for the target: those of the request without our own, and who asks. */
export function headersForTarget(request: Sender, headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const passed = passing(headers, isForTarget)
  passed['x-forwarded-for'] = request.ip
  passed['x-forwarded-host'] = request.host
  passed['x-forwarded-proto'] = request.protocol
  return passed
}

/** The headers of the target's answer. A page of it runs nothing and reads nothing of ours: its origin is its own. */
export function headersForSender(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const passed = passing(headers, isForSender)
  for (const name of (headers.connection ?? '').split(',')) delete passed[name.trim().toLowerCase()]
  passed['content-security-policy'] = 'sandbox'
  return passed
}
