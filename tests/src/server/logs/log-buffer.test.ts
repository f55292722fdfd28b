import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { openLogBuffer } from '../../../../src/server/logs/log-buffer.ts'
import { logTypes } from '../../../../src/server/logs/log-line.ts'
import { testApp, type TestApp } from '../../../support/build-app.ts'
import { onBothDatabases } from '../../../support/databases.ts'

onBothDatabases('lines of the log on their way', (database) => {
  let app: TestApp
  beforeAll(async () => {
    app = await testApp({ database })
  })
  afterAll(() => app.close())

  const lineOf = (content: string) =>
    ({ type: logTypes.operation, content, userid: 'a', username: 'A', ip: '::1', at: Date.now(), cost: 1 }) as const
  const kept = async (like: string) => {
    const rows = await app.app.engine.db.read.selectFrom('sys_log').select('log_content').where('log_content', 'like', like).execute()
    return rows.length
  }

  test('what waits is written when the server stops', async () => {
    const buffer = openLogBuffer({ db: app.app.engine.db, warn: () => undefined })
    buffer.note(lineOf('last words'))
    expect(await kept('last words')).toBe(0)
    await buffer.close()
    expect(await kept('last words')).toBe(1)
  })

  test('many lines go in batches, each of them once', async () => {
    const buffer = openLogBuffer({ db: app.app.engine.db, warn: () => undefined })
    for (let count = 0; count < 1200; count++) buffer.note(lineOf(`many ${count}`))
    await buffer.close()
    expect(await kept('many %')).toBe(1200)
  })

  /** A buffer whose first writes hear of three more lines each, and what it has written. */
  function heardMeanwhile(name: string) {
    const { db } = app.app.engine
    let writes = 0
    const write: typeof db.write = async (work, lock) => {
      writes++
      if (writes < 5) for (let count = 0; count < 3; count++) buffer.note(lineOf(`${name} ${writes} ${count}`))
      return db.write(work, lock)
    }
    const buffer = openLogBuffer({ db: { ...db, read: db.read, write }, warn: () => undefined })
    buffer.note(lineOf(name))
    return { buffer, written: async () => [writes, await kept(`${name}%`)] }
  }

  test('what arrives while lines are written goes together the next time', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { buffer, written } = heardMeanwhile('meanwhile')
    await buffer.flush()
    expect(await written()).toEqual([1, 1])
    await buffer.flush()
    expect(await written()).toEqual([2, 4])
    await buffer.close()
  })

  test('a server that stops writes what arrives meanwhile, too', async () => {
    const { buffer, written } = heardMeanwhile('at the end')
    await buffer.close()
    expect(await written()).toEqual([5, 13])
  })

  test('many lines that the database did not take are tried again, even if none follows', async () => {
    const { db } = app.app.engine
    let isDown = true
    const full = Object.assign(new Error('disk full'), { code: 'SQLITE_FULL' })
    const write: typeof db.write = (work, lock) => (isDown ? Promise.reject(full) : db.write(work, lock))
    const buffer = openLogBuffer({ db: { ...db, read: db.read, write }, warn: () => undefined })
    for (let count = 0; count < 200; count++) buffer.note(lineOf(`again ${count}`))
    await buffer.flush()
    isDown = false
    await expect.poll(() => kept('again %'), { timeout: 10_000 }).toBe(200)
    await buffer.close()
  })

  test('what the database did not take is kept until it does, and said once', async () => {
    const { db } = app.app.engine
    const words: string[] = []
    let isDown = true
    const full = Object.assign(new Error('disk full'), { code: 'SQLITE_FULL' })
    const write: typeof db.write = (work, lock) => (isDown ? Promise.reject(full) : db.write(work, lock))
    const buffer = openLogBuffer({ db: { ...db, read: db.read, write }, warn: (sentence) => words.push(sentence) })
    buffer.note(lineOf('patient'))
    await buffer.flush()
    await buffer.flush()
    expect(words).toEqual(['操作日志暂时没有写入：disk full'])
    isDown = false
    await buffer.close()
    expect(await kept('patient')).toBe(1)
  })

  test('a line that the database refuses for itself holds no other one', async () => {
    const { db } = app.app.engine
    const words: string[] = []
    const buffer = openLogBuffer({ db, warn: (sentence) => words.push(sentence) })
    for (let count = 0; count < 20; count++) buffer.note({ ...lineOf(`beside ${count}`), ...(count === 7 ? { at: Number.NaN } : {}) })
    await buffer.close()
    expect(await kept('beside %')).toBe(19)
    expect(words).toEqual([expect.stringMatching(/^一条操作日志没有写入（beside 7）：/)])
  })

  test('a sign that was cut in two holds no other line', async () => {
    const buffer = openLogBuffer({ db: app.app.engine.db, warn: (sentence) => expect.fail(sentence) })
    for (const half of ['\ud83d', '\ude00', '\0']) buffer.note(lineOf(`torn ${half}`))
    await buffer.close()
    expect(await kept('torn %')).toBe(3)
  })
})
