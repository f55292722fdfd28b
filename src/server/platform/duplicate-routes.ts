import type { FastifyInstance, FastifyRequest } from 'fastify'
import pick from 'lodash-es/pick.js'
import { networkOf, NotAllowed, ok, Refused, TooMany } from '../../../engine/server/index.ts'
import { accountChecksOf, logAccountCheck } from '../auth/login-log.ts'
import type { RouteDeps } from '../deps.ts'
import { queryOf } from '../request-values.ts'
import { ACCOUNT_FIELDS, checkDuplicate, isAccountTaken } from './duplicate-check.ts'

/** Checks that one address may make in ten minutes; a registration needs three. */
const MOST_CHECKS = 60
/** What a registration has: who has no login asks about nothing else. */
const OF_REGISTRATION = ['username', 'phone']
const taken = () => new Refused('用户账号已存在')

type Asked = Readonly<Record<string, string>>

/** The answer for everyone; limited per address, so that nobody can check a whole list of phone numbers. */
async function checkForAnyone({ engine }: RouteDeps, { ip }: FastifyRequest, asked: Asked): Promise<void> {
  // Counted and recorded in one transaction, so that simultaneous checks are all counted.
  await engine.db.write(
    async (tx) => {
      if ((await accountChecksOf(tx, ip)) >= MOST_CHECKS) throw new TooMany('操作过于频繁，请稍后再试！')
      await logAccountCheck(tx, ip)
    },
    `account checks ${networkOf(ip)}`,
  )
  if (await isAccountTaken(engine, asked)) throw taken()
}

/** Whether the values of an account are free. People who manage accounts can exclude the one they edit; everyone else asks anonymously. */
async function checkAccount(deps: RouteDeps, request: FastifyRequest): Promise<void> {
  const { id = '', ...asked } = queryOf(request)
  if (!request.headers['x-access-token']) return checkForAnyone(deps, request, pick(asked, OF_REGISTRATION))
  const actor = await deps.logins.identify(request)
  try {
    for (const fieldName of ACCOUNT_FIELDS)
      await checkDuplicate(deps.engine, actor, { tableName: 'sys_user', fieldName, fieldVal: asked[fieldName] ?? '', dataId: id })
  } catch (error) {
    if (error instanceof NotAllowed) return checkForAnyone(deps, request, asked)
    throw error instanceof Refused ? taken() : error
  }
}

/** Whether a value is still free: forms ask while the user types. The check itself decides who is told. */
export function duplicateRoutes(app: FastifyInstance, deps: RouteDeps): void {
  app.get('/api/sys/duplicate/check', { config: { permission: 'login' }, schema: { summary: '校验值是否重复' } }, async (request) => {
    const { tableName = '', fieldName = '', fieldVal = '', dataId = '', ...beside } = queryOf(request)
    return ok(null, await checkDuplicate(deps.engine, request.actor, { tableName, fieldName, fieldVal, dataId, beside }))
  })
  app.get(
    '/api/sys/user/checkOnlyUser',
    { config: { permission: 'public' }, schema: { summary: '校验账号是否已存在' } },
    async (request) => {
      await checkAccount(deps, request)
      return ok(true)
    },
  )
}
