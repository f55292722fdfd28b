import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

interface Mail {
  readonly to: string
  readonly id: string
  readonly source: string
}

/** A mail server on loopback. */
export interface MailServer {
  readonly url: string
  /** Every mail that it accepted, in order. */
  readonly arrived: readonly Mail[]
  /** It takes no connections for a while. */
  goAway(): Promise<void>
  comeBack(): Promise<void>
  close(): Promise<void>
}

/** Refuses everybody who is called `nobody`, for good. */
export async function startMailServer(): Promise<MailServer> {
  const arrived: Mail[] = []
  let server: SMTPServer | undefined
  const open = (port: number) =>
    new Promise<number>((done, fail) => {
      const opened = new SMTPServer({
        authOptional: true,
        disabledCommands: ['STARTTLS', 'AUTH'],
        logger: false,
        onRcptTo: ({ address }, _session, answer) =>
          answer(address.startsWith('nobody@') ? Object.assign(new Error('No such user'), { responseCode: 550 }) : null),
        onData(stream, session, answer) {
          const parts: Buffer[] = []
          stream.on('data', (part: Buffer) => parts.push(part))
          stream.on('end', () => {
            const source = Buffer.concat(parts).toString('utf8')
            const id = /^Message-ID: <(.+)>/im.exec(source)?.[1] ?? ''
            arrived.push({ to: session.envelope.rcptTo.map(({ address }) => address).join(), id, source })
            answer()
          })
        },
      })
      opened.once('error', fail)
      server = opened
      const listening = opened.listen(port, '127.0.0.1', () => done((listening.address() as AddressInfo).port))
    })
  const close = () => new Promise<void>((done) => (server ? server.close(() => done()) : done()))
  const port = await open(0)
  return {
    url: `smtp://127.0.0.1:${port}`,
    arrived,
    goAway: close,
    comeBack: async () => void (await open(port)),
    close,
  }
}
