import { mapOf, nonEmptyText, objectOf, type JsonOf } from '../../../../engine/json-schema-parts.ts'

export const thirdTypes = ['github', 'wechat_enterprise', 'dingtalk', 'wechat_open'] as const
/** Another provider whose users may sign in here. */
export type ThirdType = (typeof thirdTypes)[number]

/** What the provider has given this installation. */
export interface ThirdSettings {
  readonly clientId: string
  readonly clientSecret: string
  /** 企业微信 asks for the application's number too. */
  readonly agentId?: string
  /** Addresses instead of the provider's own, by name: an installation of one's own, or a test. */
  readonly endpoints?: Readonly<Record<string, string>>
}

export type ThirdLogin = Readonly<Partial<Record<ThirdType, ThirdSettings>>>

const settings = objectOf<ThirdSettings>({
  required: { clientId: true, clientSecret: true },
  properties: { clientId: nonEmptyText, clientSecret: nonEmptyText, agentId: nonEmptyText, endpoints: mapOf(nonEmptyText) },
})

/** The form of THIRD_LOGIN, which is JSON. */
export const thirdLogin: JsonOf<ThirdLogin> = {
  type: 'object',
  properties: Object.fromEntries(thirdTypes.map((type) => [type, settings])),
  additionalProperties: false,
}
