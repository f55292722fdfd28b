/**
 * What somebody would write by hand for the equipment list and nothing else: bare Fastify, the same driver with
 * statements prepared once, the same token check, the same answers. The measure for the generated server.
 * Started as `PORT=… DATABASE_FILE=… (or DATABASE_URL=…) node hand-written.ts`.
 */
import { hash, randomUUID } from 'node:crypto'
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { postgresStore } from './hand-written-postgres.ts'
import { sqliteStore } from './hand-written-sqlite.ts'
import type { Equipment, Store } from './hand-written-store.ts'

interface User {
  readonly id: string
  readonly username: string
  readonly expires: number
}

const file = process.env['DATABASE_FILE']
const store: Store = file ? sqliteStore(file) : postgresStore(process.env['DATABASE_URL'] ?? '')
const users = new Map<string, User>()
const counts = new Map<string, number>()

const ok = (result: unknown, message = '操作成功！') => ({ success: true, code: 200, message, result, timestamp: Date.now() })
const refuse = (reply: FastifyReply, code: number, message: string) =>
  reply.status(code).send({ success: false, code, message, result: null, timestamp: Date.now() })

async function userOf(request: FastifyRequest): Promise<User | undefined> {
  const token = request.headers['x-access-token']
  if (typeof token !== 'string') return undefined
  const user = users.get(token) ?? (await store.session(hash('sha256', token, 'base64url')))
  if (!user || user.expires < Date.now()) return undefined
  users.set(token, user)
  return user
}

/** How many equipment a course has, or all courses together; counted anew if that is asked for. */
async function countOf(courseId: string | undefined, anew: boolean): Promise<number> {
  const key = courseId ?? ''
  const known = anew ? undefined : counts.get(key)
  if (known !== undefined) return known
  const count = await store.count(courseId)
  counts.set(key, count)
  return count
}

const app = fastify({ logger: false, genReqId: () => randomUUID() })
const asked = new WeakMap<FastifyRequest, User>()

app.addHook('onRequest', async (request, reply) => {
  const user = await userOf(request)
  if (!user) return refuse(reply, 401, '请先登录')
  asked.set(request, user)
})

interface ListQuery {
  readonly courseId?: string
  readonly pageNo?: string
  readonly pageSize?: string
  readonly exactTotal?: string
}

app.get<{ Querystring: ListQuery }>('/api/inspect/bhFacility/list', async (request) => {
  const { courseId, pageNo = '1', pageSize = '10', exactTotal } = request.query
  const [current, size] = [Number(pageNo), Number(pageSize)]
  const records = await store.list(courseId, size, (current - 1) * size)
  const total = await countOf(courseId, exactTotal !== undefined)
  return ok({ records, total, size, current, pages: Math.ceil(total / size) })
})

app.get<{ Querystring: { id: string } }>('/api/inspect/bhFacility/queryById', async (request, reply) => {
  const row = await store.get(request.query.id)
  return row ? ok(row) : refuse(reply, 404, '数据不存在')
})

/** `answer=known`: a written row is answered from what is known of it, and not as it is read again. */
interface WriteQuery {
  readonly answer?: string
}

app.post<{ Body: Equipment; Querystring: WriteQuery }>('/api/inspect/bhFacility/add', async (request, reply) => {
  const { body } = request
  const by = asked.get(request)
  if (!by || !body.courseId || !body.facilityNum || !body.facilityName) return refuse(reply, 422, '请填写完整')
  const course = await store.course(body.courseId)
  if (!course) return refuse(reply, 422, '所选课程不存在')
  const at = new Date().toISOString().slice(0, 19).replace('T', ' ')
  const id = randomUUID()
  const added = await store.insert({ id, row: body, by, at, requestId: request.id }, course)
  counts.delete(body.courseId)
  counts.delete('')
  return ok(request.query.answer === 'known' ? added : await store.get(id), '添加成功！')
})

app.post<{ Body: { id: string; property1: string }; Querystring: WriteQuery }>('/api/inspect/bhFacility/edit', async (request, reply) => {
  const { id, property1 } = request.body
  const by = asked.get(request)
  if (!by || !id || !property1) return refuse(reply, 422, '请填写完整')
  const stored = await store.update({
    id,
    property1,
    by,
    at: new Date().toISOString().slice(0, 19).replace('T', ' '),
    requestId: request.id,
  })
  if (!stored) return refuse(reply, 409, '数据已被他人修改')
  return ok(request.query.answer === 'known' ? stored : await store.get(id), '编辑成功！')
})

await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' })
process.once('SIGTERM', () => void app.close().then(() => process.exit(0)))
