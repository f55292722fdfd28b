import type { FastifyInstance, FastifyRequest } from 'fastify'
import { InvalidInput, NotFound, ok } from '../../../../engine/server/index.ts'
import type { RouteDeps } from '../../deps.ts'
import { bodyOf } from '../../request-values.ts'
import { readAccount } from '../accounts.ts'
import { anonymous } from '../anonymous.ts'
import { ownPassword } from '../own-password.ts'
import { refuseBarred } from '../refuse-barred.ts'
import { openLogin } from '../sign-in.ts'
import { addOptions, storePasskey, loginOptions, siteOf, userOfPasskey } from './ceremonies.ts'
import { passkeysOf } from './passkey-rows.ts'

const LONGEST_NAME = 50

/** The browser's answer, which stands in the body as it is. */
function credentialIn({ body }: FastifyRequest): unknown {
  return typeof body === 'object' && body !== null && 'credential' in body ? body.credential : undefined
}

function nameIn(request: FastifyRequest): string {
  const name = (bodyOf(request).name ?? '').trim()
  if (name === '') throw new InvalidInput({ name: '请输入名称!' })
  if (name.length > LONGEST_NAME) throw new InvalidInput({ name: `名称不能超过 ${LONGEST_NAME} 个字符!` })
  return name
}

function loginRoutes(app: FastifyInstance, deps: RouteDeps): void {
  const { keys } = deps
  const { db } = deps.engine
  const site = siteOf(deps.config.publicUrl)
  const config = anonymous
  app.post('/api/sys/passkey/loginOptions', { config, schema: { summary: '准备通行密钥登录' } }, async () =>
    ok(await loginOptions(keys, site)),
  )
  app.post('/api/sys/passkey/login', { config, schema: { summary: '通行密钥登录' } }, async (request) => {
    const account = await readAccount(db.read, { id: await userOfPasskey({ db, keys }, site, credentialIn(request)) })
    if (!account) throw new NotFound()
    await refuseBarred(db, request, account)
    return ok(await openLogin(deps, request, account), '登录成功')
  })
}

/** Passkeys of the signed-in user: list, add, rename, remove; and signing in with one. */
export function passkeyRoutes(app: FastifyInstance, deps: RouteDeps): void {
  const { keys } = deps
  const { db } = deps.engine
  const site = siteOf(deps.config.publicUrl)
  const requirePassword = ownPassword(deps)
  const config = { permission: 'login', isPrivate: true }
  loginRoutes(app, deps)

  app.get('/api/sys/passkey/list', { config, schema: { summary: '本人的通行密钥' } }, async ({ actor }) => {
    const keys = await passkeysOf(db.read, actor.id)
    return ok(keys.map(({ id, name, created, lastUsed }) => ({ id, name, created, lastUsed })))
  })
  app.post('/api/sys/passkey/addOptions', { config, schema: { summary: '准备添加通行密钥' } }, async (request) => {
    await requirePassword(request, { password: bodyOf(request).password ?? '', field: 'password' })
    return ok(await addOptions({ db, keys }, site, request.actor))
  })
  app.post('/api/sys/passkey/add', { config, schema: { summary: '添加通行密钥' } }, async (request) => {
    const name = nameIn(request)
    await storePasskey({ db, keys }, site, { userId: request.actor.id, name, credential: credentialIn(request) })
    return ok(null, '通行密钥已添加')
  })
  app.route({
    method: ['PUT', 'POST'],
    url: '/api/sys/passkey/edit',
    config,
    schema: { summary: '重命名通行密钥' },
    handler: async (request) => {
      const name = nameIn(request)
      const own = db.write((tx) =>
        tx
          .updateTable('sys_passkey')
          .set({ name })
          .where('id', '=', bodyOf(request).id ?? '')
          .where('user_id', '=', request.actor.id)
          .executeTakeFirst(),
      )
      if ((await own).numUpdatedRows === 0n) throw new NotFound()
      return ok(null, '修改成功!')
    },
  })
  app.post('/api/sys/passkey/delete', { config, schema: { summary: '删除通行密钥' } }, async (request) => {
    const { id = '', password = '' } = bodyOf(request)
    await requirePassword(request, { password, field: 'password' })
    const own = db.write((tx) =>
      tx.deleteFrom('sys_passkey').where('id', '=', id).where('user_id', '=', request.actor.id).executeTakeFirst(),
    )
    if ((await own).numDeletedRows === 0n) throw new NotFound()
    return ok(null, '删除成功!')
  })
}
