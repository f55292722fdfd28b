import { resolve } from 'node:path'
import { Ajv, type ErrorObject } from 'ajv'
import { anyText, objectOf, orElse, type JsonOf } from '../../engine/json-schema-parts.ts'
import { thirdLogin, thirdTypes, type ThirdLogin } from './auth/third/third-settings.ts'

/** Settings of one server, from the environment. */
export interface Config {
  readonly port: number
  readonly host: string
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  readonly redisUrl: string | undefined
  /** Where files are stored, with the key to it: `https://KEY:SECRET@host/bucket`; without one, in the data folder. */
  readonly s3Url: string | undefined
  /** The second storage, to which the file list can send files as well. */
  readonly secondS3Url: string | undefined
  /** Where browsers find this server: passkeys belong to this host, and other providers send their users back here. */
  readonly publicUrl: string
  /** Other providers whose users may sign in here. */
  readonly thirdLogin: ThirdLogin
  readonly adminPassword: string | undefined
  readonly demoPassword: string | undefined
  readonly demo: boolean
  readonly captcha: boolean
  /** How codes reach telephones: `log` writes them to the server's log, an address is an HTTP gateway, `off` sends none. */
  readonly sms: string
  readonly smsToken: string | undefined
  /** How many codes are sent to all telephones together in an hour. */
  readonly smsPerHour: number
  /** The server that sends mails, and their sender; without one, none are sent. */
  readonly smtpUrl: string | undefined
  readonly smtpFrom: string | undefined
  readonly logLevel: string
  /** What operators send to read `/metrics`; without it there is no such address. */
  readonly metricsToken: string | undefined
  /** For how long a node that gets SIGTERM still answers while `/ready` says that it is stopping, if a balancer asks there. */
  readonly drainSeconds: number
  /** Number of proxies in front of the server, each of which appends its client's address to X-Forwarded-For. */
  readonly proxies: number
  readonly synchronous: 'FULL' | 'NORMAL'
  /** Inner targets that gateway routes and data sources may reach, see `outbound/`. */
  readonly outboundAllow: string
}

type Flag = '1' | 'on' | 'true' | '0' | 'off' | 'false'
/** The variables that are read. An empty one is as good as none. */
interface Environment {
  readonly PORT: number
  readonly HOST: string
  readonly DATA_DIR: string
  readonly DATABASE_URL?: string
  readonly REDIS_URL?: string
  readonly S3_URL?: string
  readonly SECOND_S3_URL?: string
  readonly PUBLIC_URL?: string
  readonly THIRD_LOGIN?: string
  readonly ADMIN_PASSWORD?: string
  readonly DEMO_PASSWORD?: string
  readonly DEMO: Flag
  readonly CAPTCHA: Flag
  readonly SMS?: string
  readonly SMS_TOKEN?: string
  readonly SMS_PER_HOUR: number
  readonly SMTP_URL?: string
  readonly SMTP_FROM?: string
  readonly LOG_LEVEL: string
  readonly METRICS_TOKEN?: string
  readonly DRAIN_SECONDS: number
  readonly TRUST_PROXY: string
  readonly OUTBOUND_ALLOW?: string
  readonly SQLITE_SYNCHRONOUS: Config['synchronous']
}

const beginsWith = (pattern: string, start: string): JsonOf<string> => ({ type: 'string', pattern, description: `必须以 ${start} 开头` })
const oneOf = <const T extends string>(...words: readonly T[]): JsonOf<T> => ({
  enum: words,
  description: `只能是 ${words.join('、')} 之一`,
})
const flag: JsonOf<Flag> = { enum: ['1', 'on', 'true', '0', 'off', 'false'], description: '只能是 on 或 off（1 或 0）' }
const port: JsonOf<number> = { type: 'integer', minimum: 0, maximum: 65_535, description: '必须是 0 到 65535 的整数' }
const drain: JsonOf<number> = { type: 'integer', minimum: 0, maximum: 300, description: '必须是 0 到 300 的整数' }
const perHour: JsonOf<number> = { type: 'integer', minimum: 0, maximum: 1_000_000, description: '必须是 0 到 1000000 的整数' }
const publicUrl: JsonOf<string> = {
  type: 'string',
  pattern: '^https?://[^/?#@]+$',
  description: '必须是协议与域名，例如 https://lab.example.edu',
}
const s3Url: JsonOf<string> = {
  type: 'string',
  pattern: '^https?://[^:/?#@]+:[^:/?#@]+@[^/?#@]+/[a-z0-9.-]+/?(\\?region=[a-z0-9-]+)?$',
  description: '必须形如 https://KEY:SECRET@host/bucket?region=us-east-1',
}
const proxies: JsonOf<string> = {
  type: 'string',
  pattern: '^([0-9]|on|off|true|false)$',
  description: '只能是 on、off 或代理的层数（0 到 9）',
}

const sms: JsonOf<string> = {
  type: 'string',
  pattern: '^(log|off|https?://.+)$',
  description: '只能是 log、off 或短信网关的 http(s):// 地址',
}

const outboundAllow: JsonOf<string> = {
  type: 'string',
  pattern: '^[A-Za-z0-9.:/_[\\]-]+(, *[A-Za-z0-9.:/_[\\]-]+)*$',
  description: '必须是逗号分隔的 主机:端口、地址或 CIDR',
}

const properties = {
  PORT: orElse(port, 3000),
  HOST: orElse(anyText, '127.0.0.1'),
  DATA_DIR: orElse(anyText, 'data'),
  DATABASE_URL: beginsWith('^postgres(ql)?://', 'postgres://'),
  REDIS_URL: beginsWith('^rediss?://', 'redis:// 或 rediss://'),
  S3_URL: s3Url,
  SECOND_S3_URL: s3Url,
  PUBLIC_URL: publicUrl,
  THIRD_LOGIN: anyText,
  ADMIN_PASSWORD: anyText,
  DEMO_PASSWORD: anyText,
  DEMO: orElse(flag, 'on'),
  CAPTCHA: orElse(flag, 'on'),
  SMS: sms,
  SMS_TOKEN: anyText,
  SMS_PER_HOUR: orElse(perHour, 1000),
  SMTP_URL: beginsWith('^smtps?://.', 'smtp:// 或 smtps://'),
  SMTP_FROM: anyText,
  LOG_LEVEL: orElse(oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'), 'info'),
  METRICS_TOKEN: anyText,
  DRAIN_SECONDS: orElse(drain, 5),
  TRUST_PROXY: orElse(proxies, 'off'),
  OUTBOUND_ALLOW: outboundAllow,
  SQLITE_SYNCHRONOUS: orElse(oneOf('FULL', 'NORMAL'), 'FULL'),
}
const required = {
  PORT: true,
  HOST: true,
  DATA_DIR: true,
  DEMO: true,
  CAPTCHA: true,
  SMS_PER_HOUR: true,
  LOG_LEVEL: true,
  DRAIN_SECONDS: true,
  TRUST_PROXY: true,
  SQLITE_SYNCHRONOUS: true,
} as const

/** The variables that are read, as the README tells of them. */
export const variables = Object.keys(properties)

/** Its own reader: what stands in the environment is text, and what is missing has a value all the same. */
const isRight = new Ajv({
  strict: false,
  meta: false,
  validateSchema: false,
  allErrors: true,
  verbose: true,
  coerceTypes: true,
  useDefaults: true,
}).compile<Environment>(objectOf<Environment>({ required, properties }))

const isThirdLogin = new Ajv({ strict: false, meta: false, validateSchema: false }).compile<ThirdLogin>(thirdLogin)

/** The providers in THIRD_LOGIN; undefined if it is no JSON of their form. */
function thirdLoginIn(text = '{}'): ThirdLogin | undefined {
  try {
    const given: unknown = JSON.parse(text)
    return isThirdLogin(given) ? given : undefined
  } catch {
    return undefined
  }
}

const isOn = (value: string): boolean => ['1', 'on', 'true'].includes(value)

/** What was set, without the secrets that may be in an address. */
const shownValue = (value: unknown): string => String(value).replace(/^(\w+:\/\/)?.*@/, '$1***@')

function sentenceOf({ instancePath, parentSchema, data }: ErrorObject): string {
  return `  ${instancePath.slice(1)} ${parentSchema?.['description']}，现在是 ${shownValue(data)}`
}

/** Read and check the environment; all problems are listed at once. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const values: unknown = Object.fromEntries(variables.flatMap((name) => (env[name] ? [[name, env[name]]] : [])))
  const third = thirdLoginIn(env['THIRD_LOGIN'] || undefined)
  const wrongThird = third ? [] : [`  THIRD_LOGIN 必须是 JSON，键为 ${thirdTypes.join('、')}，值含 clientId 与 clientSecret`]
  if (!isRight(values) || !third)
    throw new Error(`配置有误：\n${[...new Set([...(isRight.errors ?? []).map(sentenceOf), ...wrongThird])].join('\n')}`)
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    redisUrl: values.REDIS_URL,
    s3Url: values.S3_URL,
    secondS3Url: values.SECOND_S3_URL,
    publicUrl: values.PUBLIC_URL ?? `http://localhost:${values.PORT}`,
    thirdLogin: third,
    adminPassword: values.ADMIN_PASSWORD,
    demoPassword: values.DEMO_PASSWORD,
    demo: isOn(values.DEMO),
    captcha: isOn(values.CAPTCHA),
    sms: values.SMS ?? (env['NODE_ENV'] === 'production' ? 'off' : 'log'),
    smsToken: values.SMS_TOKEN,
    smsPerHour: values.SMS_PER_HOUR,
    smtpUrl: values.SMTP_URL,
    smtpFrom: values.SMTP_FROM,
    logLevel: values.LOG_LEVEL,
    metricsToken: values.METRICS_TOKEN,
    drainSeconds: values.DRAIN_SECONDS,
    proxies: /^[0-9]$/.test(values.TRUST_PROXY) ? Number(values.TRUST_PROXY) : Number(isOn(values.TRUST_PROXY)),
    synchronous: values.SQLITE_SYNCHRONOUS,
    outboundAllow: values.OUTBOUND_ALLOW ?? '',
  }
}
