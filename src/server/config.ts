import { resolve } from 'node:path'

/** Settings of one server, from the environment. */
export interface Config {
  readonly port: number
  readonly host: string
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  readonly redisUrl: string | undefined
  readonly adminPassword: string | undefined
  readonly demoPassword: string | undefined
  readonly demo: boolean
  readonly captcha: boolean
  readonly logLevel: string
  /** Proxies in front of the server, each of which adds to X-Forwarded-For whom it was asked by. */
  readonly proxies: number
  readonly synchronous: 'FULL' | 'NORMAL'
}

type Environment = Readonly<Record<string, string | undefined>>

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

/** Read and check the environment; all problems are listed at once. */
export function readConfig(env: Environment): Config {
  const problems: string[] = []
  const flag = (name: string, fallback: boolean): boolean => {
    const text = env[name]
    if (text === undefined || text === '') return fallback
    if (['1', 'on', 'true'].includes(text)) return true
    if (['0', 'off', 'false'].includes(text)) return false
    problems.push(`${name} 只能是 on 或 off（1 或 0），现在是 ${text}`)
    return fallback
  }
  const proxies = /^[1-9]$/.test(env['TRUST_PROXY'] ?? '') ? Number(env['TRUST_PROXY']) : Number(flag('TRUST_PROXY', false))
  const oneOf = <T extends string>(name: string, allowed: readonly T[], fallback: T): T => {
    const found = allowed.find((value) => value === env[name])
    if (env[name] && !found) problems.push(`${name} 只能是 ${allowed.join('、')} 之一，现在是 ${env[name]}`)
    return found ?? fallback
  }
  const port = Number(env['PORT'] ?? 3000)
  if (!Number.isInteger(port) || port < 0 || port > 65535) problems.push(`PORT 必须是 0 到 65535 的整数，现在是 ${env['PORT']}`)
  const databaseUrl = env['DATABASE_URL'] || undefined
  if (databaseUrl && !/^postgres(ql)?:\/\//.test(databaseUrl)) problems.push('DATABASE_URL 必须以 postgres:// 开头')
  const redisUrl = env['REDIS_URL'] || undefined
  if (redisUrl && !/^rediss?:\/\//.test(redisUrl)) problems.push('REDIS_URL 必须以 redis:// 或 rediss:// 开头')
  const config: Config = {
    port,
    host: env['HOST'] || '127.0.0.1',
    dataDir: resolve(env['DATA_DIR'] || 'data'),
    databaseUrl,
    redisUrl,
    adminPassword: env['ADMIN_PASSWORD'] || undefined,
    demoPassword: env['DEMO_PASSWORD'] || undefined,
    demo: flag('DEMO', true),
    captcha: flag('CAPTCHA', true),
    logLevel: oneOf('LOG_LEVEL', logLevels, 'info'),
    proxies,
    synchronous: oneOf('SQLITE_SYNCHRONOUS', ['FULL', 'NORMAL'], 'FULL'),
  }
  if (problems.length) throw new Error(`配置有误：\n${problems.map((line) => `  ${line}`).join('\n')}`)
  return config
}
