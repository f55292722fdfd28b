import { createServer } from 'node:http'
import { nonEmptyText, objectOf, open } from '../../engine/json-schema-parts.ts'
import { readJson } from '../../engine/outside.ts'

interface Sent {
  readonly mobile: string
  readonly code?: string
  readonly text: string
  readonly id: string
}

const shape = open(
  objectOf<Sent>({
    required: { mobile: true, text: true, id: true },
    properties: { mobile: nonEmptyText, code: nonEmptyText, text: nonEmptyText, id: nonEmptyText },
  }),
)

/** An SMS gateway on loopback, for the HTTP adapter. */
export interface SmsGateway {
  readonly url: string
  /** The headers and message of everything that arrived. */
  readonly arrived: readonly { readonly authorization: string | undefined; readonly sent: Sent }[]
  /** The last code for a phone. */
  codeFor(phone: string): string
  /** From now on it answers with this status. */
  answerWith(status: number): void
  close(): Promise<void>
}

export async function startSmsGateway(): Promise<SmsGateway> {
  const arrived: { authorization: string | undefined; sent: Sent }[] = []
  let status = 200
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const sent = readJson(shape, Buffer.concat(parts).toString('utf8'))
      if (sent && status === 200) arrived.push({ authorization: request.headers.authorization, sent })
      response.writeHead(sent ? status : 400).end('{}')
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}/send`,
    arrived,
    codeFor: (phone) => arrived.findLast(({ sent }) => sent.mobile === phone)?.sent.code ?? '',
    answerWith: (next) => void (status = next),
    close: () => new Promise((done) => server.close(() => done())),
  }
}
