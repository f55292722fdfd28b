import type { FastifyBaseLogger } from 'fastify'
import type { Engine, Tx } from '../../../engine/server/index.ts'
import { messageTypes, type MessageType } from '../../../schemas/platform/message-types.ts'
import { createSmsSender, GatewayRefusal, type SmsSettings } from '../auth/phone/sms-sender.ts'
import { storeNotice } from './notice.ts'
import type { Outgoing } from './outgoing.ts'
import { createMailer, type MailSettings } from './mailer.ts'
import { mailOf, phoneOf, userIdsOf } from './receivers.ts'
import { Undeliverable } from './undeliverable.ts'

/** A way to people: `send` gives the message to somebody else; `store` writes it with the note that it is sent, in one transaction. */
export interface Channel {
  send(message: Outgoing): Promise<void>
  store?(tx: Tx, message: Outgoing): Promise<void>
}

export type ChannelSettings = SmsSettings & MailSettings

/** Not a fault of the message: the gateway is busy, or the request did not reach it whole. */
const passing = new Set([408, 425, 429])

function smsChannel({ db }: Engine, settings: SmsSettings, log: FastifyBaseLogger): Channel {
  const send = createSmsSender(settings, log)
  return {
    async send({ id, content, receiver }) {
      if (!send) throw new Undeliverable('没有配置短信接口')
      const phone = await phoneOf(db.read, receiver)
      try {
        await send({ id, phone, text: content })
      } catch (error) {
        if (!(error instanceof GatewayRefusal)) throw error
        const { status } = error
        const isFinal = status >= 400 && status < 500 && !passing.has(status)
        throw isFinal ? new Undeliverable(`短信接口拒绝：${status}`) : new Error(`短信接口出错：${status}`)
      }
    },
  }
}

function mailChannel({ db }: Engine, settings: MailSettings): Channel {
  const send = createMailer(settings)
  return {
    async send(message) {
      if (!send) throw new Undeliverable('没有配置邮件服务器')
      await send({ ...message, address: await mailOf(db.read, message.receiver) })
    },
  }
}

/** The ways to people, by the type of a message. */
export function channelsOf(engine: Engine, settings: ChannelSettings, log: FastifyBaseLogger): { readonly [T in MessageType]: Channel } {
  return {
    [messageTypes.sms]: smsChannel(engine, settings, log),
    [messageTypes.mail]: mailChannel(engine, settings),
    [messageTypes.weChat]: { send: () => Promise.reject(new Undeliverable('没有配置微信接口')) },
    [messageTypes.system]: {
      // Who is unknown is found out before the transaction is opened.
      send: async ({ receiver }) => void (await userIdsOf(engine.db.read, receiver)),
      store: (tx, message) => storeNotice(engine, tx, message),
    },
  }
}
