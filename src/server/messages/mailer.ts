import { wordsOf } from '../warn.ts'
import { textOfHtml } from './fill-template.ts'
import { Undeliverable } from './undeliverable.ts'

/** Where mails go, and whom they come from. */
export interface MailSettings {
  readonly smtpUrl: string | undefined
  readonly smtpFrom: string | undefined
  readonly publicUrl: string
}

interface Mail {
  readonly id: string
  readonly title: string
  readonly content: string
  readonly address: string
}

/** How long one try may take in all, in milliseconds: less than a claim lasts, so that no other node begins one meanwhile. */
const LONGEST = 50_000
/** How long the server may be silent. */
const patience = { dnsTimeout: 5_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 15_000 }

const codeOf = (error: unknown): number =>
  typeof error === 'object' && error !== null && 'responseCode' in error ? Number(error.responseCode) : 0

/** Sends mails through the configured server; undefined if there is none. A mail that is sent again has the same Message-ID. */
export function createMailer({ smtpUrl, smtpFrom, publicUrl }: MailSettings): ((mail: Mail) => Promise<void>) | undefined {
  if (smtpUrl === undefined) return undefined
  if (!URL.canParse(smtpUrl)) throw new Error('SMTP_URL 不是有效的地址')
  const host = new URL(publicUrl).hostname
  const open = async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport({ url: smtpUrl, ...patience, disableFileAccess: true, disableUrlAccess: true })
  }
  let transport: ReturnType<typeof open> | undefined
  const from = smtpFrom ?? `noreply@${host}`
  return async ({ id, title, content, address }) => {
    const signal = AbortSignal.timeout(LONGEST)
    try {
      transport ??= open().catch((error: unknown) => {
        transport = undefined
        throw error
      })
      const opened = await transport
      await opened.sendMail({
        from,
        to: { name: '', address },
        messageId: `<${id}@${host}>`,
        subject: title,
        html: content,
        text: textOfHtml(content),
        signal,
      })
    } catch (error) {
      const words = wordsOf(error)
      if (signal.aborted) throw new Error(`邮件没有发出：服务器在 ${LONGEST / 1_000} 秒内没有收下`, { cause: error })
      if (codeOf(error) >= 500) throw new Undeliverable(`邮件服务器拒绝：${words}`)
      throw new Error(`邮件没有发出：${words}`, { cause: error })
    }
  }
}
