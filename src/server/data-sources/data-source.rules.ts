import {
  defineRules,
  InvalidInput,
  Refused,
  type CallContext,
  type CallParams,
  type Change,
  type RuleContext,
} from '../../../engine/server/index.ts'
import { dataSource } from '../../../schemas/platform/data-source.ts'
import type { Sealer } from '../auth/seal.ts'
import { holdsPassword, readAddress } from './read-address.ts'
import { tryConnection, type ConnectionTester } from './try-connection.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** For calls of rules that connect to other databases. */
    dataSources: ConnectionTester & { readonly sealer: Pick<Sealer, 'open'> }
  }
}

/** The owner of a sealed password, as the engine names it. */
const OWNER = 'dataSource.dbPassword'
const elsewhere = '请把密码填在“密码”一栏，不要写在地址里'
const typeAgain = '地址或用户名已改动，请重新填写密码'

/** What a stored password belongs to: it is sent nowhere else, and for nobody else. */
const belongsTo = ['dbType', 'dbUrl', 'dbUsername'] as const

type TestContext = CallContext<CallParams<'dataSource', 'testConnection'>>

/** The stored password, for the address and the user that it was stored for; it is sent to nobody else. */
async function storedPassword({ engine, actor, params, request }: TestContext): Promise<string> {
  const { id } = params
  const row = id ? await engine.find('dataSource', id, actor) : undefined
  if (!row) return ''
  const kept = await engine.db.read
    .selectFrom('sys_data_source')
    .select('db_password')
    .where('id', '=', String(row['id']))
    .executeTakeFirst()
  if (!kept?.db_password) return ''
  if (belongsTo.some((key) => row[key] !== params[key])) throw new InvalidInput({ dbPassword: typeAgain })
  return request.server.dataSources.sealer.open(kept.db_password, OWNER)
}

async function testConnection(context: TestContext) {
  const { params, request } = context
  if (holdsPassword(params.dbUrl)) throw new InvalidInput({ dbUrl: elsewhere })
  const place = readAddress(params.dbType, params.dbUrl)
  if (!place) throw new Refused('服务器没有这类数据库的驱动，无法测试连接')
  if ('problem' in place) throw new InvalidInput({ dbUrl: place.problem })
  const password = params.dbPassword || (await storedPassword(context))
  const whole = place.database ? place : { ...place, database: params.dbName ?? '' }
  await tryConnection(request.server.dataSources, { place: whole, user: params.dbUsername, password })
  return {}
}

function guardAddress(_context: RuleContext, changes: readonly Change<'dataSource'>[]): void {
  for (const change of changes) {
    const { before, after } = change
    if (after?.dbUrl && holdsPassword(after.dbUrl)) change.refuse(elsewhere, 'dbUrl')
    const isMoved = belongsTo.some((key) => before?.[key] !== after?.[key])
    if (before?.dbPassword && isMoved && before.dbPassword === after?.dbPassword) change.refuse(typeAgain, 'dbPassword')
  }
}

export const dataSourceRules = defineRules(dataSource, { beforeSave: guardAddress, calls: { testConnection } })
