import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertLogin } from '../../src/server/auth/login-rows.ts'
import { testApp, type TestApp } from '../support/build-app.ts'
import { onBothDatabases } from '../support/databases.ts'
import { answered, listening, openSocket, type FeedSocket } from '../support/feed-socket.ts'
import { median } from '../../scripts/bench/compare.ts'

const USERS = 100_000
const FEW = 100
const SET = 20_000
const PAGES = 60
const TIMES = 15
/** Of so many rounds the quietest counts: what users cost shows in each, and what else the machine does in some. */
const ROUNDS = 4
/** Publishing checks a right, locks, writes audit and feed, and answers: with whatever number of users no more than this many inserts of one row. */
const MOST_INSERTS = 30

const base = '/sys/annountCement'
const draft = { titile: '全体通告', msgCategory: '1', msgAbstract: '致全体用户', endTime: '2099-01-01 00:00:00', msgType: 'ALL' }

interface Page {
  readonly as: string
  readonly socket: FeedSocket
}

/** So many people like the administrator, by the set: at the front door each would cost a hashed password. */
async function people({ app }: TestApp, prefix: string, count: number): Promise<string[]> {
  const { db } = app.engine
  const ids = Array.from({ length: count }, (_, n) => `${prefix}${n}`)
  const {
    phone: _phone,
    email: _email,
    ...like
  } = await db.read.selectFrom('sys_user').selectAll().where('username', '=', 'admin').executeTakeFirstOrThrow()
  const own = ['id', 'username', 'username_sort_key']
  const same = Object.keys(like).filter((column) => !own.includes(column))
  const rest = same.map((column) => sql`like_him.${sql.ref(column)}`)
  for (let from = 0; from < count; from += SET) {
    const text = JSON.stringify(ids.slice(from, from + SET))
    const each =
      db.dialect === 'postgres'
        ? sql`json_array_elements_text(cast(${text} as json)) as v (id)`
        : sql`(select value as id from json_each(${text})) as v`
    await db.write((tx) =>
      sql`insert into sys_user (${sql.join([...own, ...same].map((column) => sql.ref(column)))})
        select v.id, v.id, v.id, ${sql.join(rest)} from sys_user as like_him, ${each} where like_him.username = 'admin'`.execute(tx),
    )
  }
  return ids
}

const elapsed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now()
  await work()
  return performance.now() - began
}

onBothDatabases(`an announcement to ${USERS} users`, (database) => {
  let app: TestApp
  let admin: string
  let server: string
  beforeAll(async () => {
    app = await testApp({ database, env: { SQLITE_SYNCHRONOUS: 'FULL' } })
    server = await listening(app.app)
    admin = await app.signIn('admin', '1')
  }, 180_000)
  afterAll(() => app.close())

  const added = async (): Promise<string> =>
    (await app.call<{ id: string }>('POST', `${base}/add`, { as: admin, body: draft })).body.result.id
  const publish = async (id: string) => {
    const answer = await app.call('GET', `${base}/doReleaseData`, { as: admin, query: { id } })
    expect(answer.body.message).toBe('该系统通知发布成功')
  }
  const unread = async (as: string) =>
    (await app.call<{ anntMsgTotal: number }>('GET', `${base}/listByUser`, { as })).body.result.anntMsgTotal
  /** What somebody would write by hand: the row, published, and nothing else. */
  const insert = (n: number) => {
    const row = sql`insert into sys_announcement (annt_id, titile, msg_category, msg_type, send_status, create_time, version)
      values (${`by-hand-${n}`}, '手写', '2', 'USER', 1, '2026-01-01 00:00:00', 1)`
    return app.app.engine.db.write((tx) => row.execute(tx))
  }
  let inserts = 0
  const round = async () => {
    const publishing: number[] = []
    const inserting: number[] = []
    for (let n = 0; n < TIMES; n++) {
      const id = await added()
      publishing.push(await elapsed(() => publish(id)))
      inserting.push(await elapsed(() => insert(inserts++)))
    }
    return { publishing: median(publishing), inserting: median(inserting) }
  }
  const times = async () => {
    const rounds: Awaited<ReturnType<typeof round>>[] = []
    for (let n = 0; n < ROUNDS; n++) rounds.push(await round())
    const least = (of: 'publishing' | 'inserting') => Math.min(...rounds.map((each) => each[of]))
    return { publishing: least('publishing'), inserting: least('inserting') }
  }
  const openPages = async (users: readonly string[]): Promise<Page[]> => {
    const tokens = await app.app.engine.db.write(async (tx) => {
      const made: string[] = []
      for (const userId of users) made.push((await insertLogin(tx, { userId, ip: '127.0.0.1', agent: 'test' }, Date.now())).token)
      return made
    })
    return Promise.all(
      users.map(async (userId, index) => {
        const as = tokens[index] ?? ''
        const socket = await openSocket({ server }, { token: as, userId })
        socket.subscribe({ [`user:${userId}`]: null, 'notice:all': null })
        await socket.until(answered('notice:all'))
        return { as, socket }
      }),
    )
  }

  test('is published as quickly as one to a hundred, and 60 open pages have the new count at once', async () => {
    await people(app, 'few', FEW)
    await times()
    const few = await times()
    const users = await people(app, 'many', USERS)
    const many = await times()
    const pages = await openPages(users.filter((_id, index) => index % (USERS / PAGES) < 1))
    expect(pages).toHaveLength(PAGES)
    const before = await Promise.all(pages.map(({ as }) => unread(as)))
    const id = await added()
    const all = await elapsed(async () => {
      await publish(id)
      const counts = pages.map(async ({ as, socket }) => {
        await socket.until(() => socket.events('notice:all').some(({ type }) => type === 'notice'))
        return unread(as)
      })
      expect(await Promise.all(counts)).toEqual(before.map((count) => count + 1))
    })
    const rounded = (milliseconds: number) => `${milliseconds.toFixed(1)} ms`
    console.log(
      `${database}: published in ${rounded(many.publishing)} among ${USERS}, ${rounded(few.publishing)} among ${FEW}; a row by hand in ${rounded(many.inserting)}; ${PAGES} pages have the count after ${rounded(all)}`,
    )
    expect(many.publishing / few.publishing).toBeLessThan(2)
    expect(many.publishing / many.inserting).toBeLessThan(MOST_INSERTS)
    for (const { socket } of pages) socket.close()
  }, 600_000)
})
