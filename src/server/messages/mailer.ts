import { createTransport } from 'nodemailer'
import { wordsOf } from './fill-template.ts'
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

/** All of them together are shorter than a claim. */
const patience = { dnsTimeout: 5_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 15_000 }

const codeOf = (error: unknown): number =>
  typeof error === 'object' && error !== null && 'responseCode' in error ? Number(error.responseCode) : 0

/** Sends mails through the configured server; undefined if there is none. A mail that is sent again has the same Message-ID. */
export function createMailer({ smtpUrl, smtpFrom, publicUrl }: MailSettings): ((mail: Mail) => Promise<void>) | undefined {
  if (smtpUrl === undefined) return undefined
  const host = new URL(publicUrl).hostname
  const transport = createTransport({ url: smtpUrl, ...patience, disableFileAccess: true, disableUrlAccess: true })
  const from = smtpFrom ?? `noreply@${host}`
  return async ({ id, title, content, address }) => {
    try {
      await transport.sendMail({
        from,
        to: { name: '', address },
        messageId: `<${id}@${host}>`,
        subject: title,
        html: content,
        text: wordsOf(content),
      })
    } catch (error) {
      const words = error instanceof Error ? error.message : String(error)
      if (codeOf(error) >= 500) throw new Undeliverable(`邮件服务器拒绝：${words}`)
      throw new Error(`邮件没有发出：${words}`, { cause: error })
    }
  }
}
