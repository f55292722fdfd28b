import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine, Tx } from '../../../../engine/server/index.ts'
import { timeText } from '../../../../src/server/clock.ts'
import { aPerson } from '../../../api/world.ts'
import { testApp, type TestApp } from '../../../support/build-app.ts'
import { onBothDatabases } from '../../../support/databases.ts'

const never = '0 0 0 1 1 ? 2099'
const png = new Uint8Array(
  Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64'),
)

onBothDatabases('what scheduled jobs do', (database) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'shiyan-jobs-'))
  let app: TestApp
  let engine: Engine
  let admin: string
  beforeAll(async () => {
    app = await testApp({ database, env: { DATA_DIR: dataDir } })
    engine = app.app.engine
    admin = await app.signIn('admin', '1')
    await app.app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(async () => {
    await app.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  /** Run a job by hand; answers what it says that it did. */
  async function output(jobClassName: string, parameter: string | null = null): Promise<string> {
    const body = { jobClassName, parameter, cronExpression: never, status: -1 }
    const { id } = (await app.call<{ id: string }>('POST', '/sys/quartzJob/add', { as: admin, body })).body.result
    await app.call('POST', '/sys/quartzJob/execute', { as: admin, body: { id } })
    let last: { outcome: string; output: string } | undefined
    const ended = async () => {
      const { body: list } = await app.call<{ records: NonNullable<typeof last>[] }>('GET', '/sys/quartzJobRun/list', {
        as: admin,
        query: { jobId: id },
      })
      last = list.result.records[0]
      return last?.outcome
    }
    await expect.poll(ended, { timeout: 10_000 }).toMatch(/done|failed/)
    return last?.output ?? ''
  }
  const totalVisits = async () =>
    (await app.call<{ totalVisitCount: number }>('GET', '/sys/loginfo', { as: admin })).body.result.totalVisitCount

  test('visits are counted by day, and their sum does not fall when the log that they came from is cleared', async () => {
    const visit = { username: 'old', kind: 'login', ok: 1, day: '2020-01-01', at: '2020-01-01 00:00:00' }
    const lines = ['10.0.0.1', '10.0.0.1', '10.0.0.2'].map((ip, index) => ({ id: `old-${index}`, ip, ...visit }))
    await engine.db.write((tx) =>
      tx
        .insertInto('sys_login_log')
        .values([...lines, { ...visit, id: 'wrong', ok: 0, ip: '10.0.0.3' }])
        .execute(),
    )
    const before = await totalVisits()
    expect(await output('StatisticsJob')).toBe('统计了 2 天的访问量')
    const kept = await engine.db.read.selectFrom('sys_visit_day').selectAll().where('day', '=', '2020-01-01').execute()
    expect(kept).toEqual([{ day: '2020-01-01', visits: 3, ips: 2 }])
    expect(await totalVisits()).toBe(before)
    await engine.db.write((tx) =>
      tx
        .insertInto('sys_login_log')
        .values([{ id: 'old-3', ip: '10.0.0.4', ...visit }])
        .execute(),
    )
    expect(await output('ClearLoginLogJob', '30')).toBe('删除了 5 条 30 天以前的记录')
    expect(await totalVisits()).toBe(before + 1)
  })

  test('old lines of the log are deleted, new ones stay', async () => {
    const line = { log_type: 2, log_content: '旧', create_time: '2020-01-01 00:00:00' }
    await engine.db.write((tx) =>
      tx
        .insertInto('sys_log')
        .values([{ id: 'old', ...line }])
        .execute(),
    )
    expect(await output('ClearLogJob', '30')).toBe('删除了 1 条 30 天以前的记录')
    const left = await engine.db.read.selectFrom('sys_log').select('create_time').execute()
    expect([left.length > 0, left.every(({ create_time: time }) => time > '2020-01-02')]).toEqual([true, true])
  })

  test('logins that are over are removed, those in use stay', async () => {
    const hashes = async () =>
      (await engine.db.read.selectFrom('sys_session').select('token_hash as hash').execute()).map(({ hash }) => hash)
    const before = await hashes()
    const other = await app.signIn('admin', '1')
    const fresh = (await hashes()).filter((hash) => !before.includes(hash))
    await engine.db.write((tx) => tx.updateTable('sys_session').set({ expires: 1 }).where('token_hash', 'in', fresh).execute())
    expect(await output('ClearLoginsJob')).toBe('清理了 1 个失效的登录')
    const seen = await Promise.all([admin, other].map(async (as) => (await app.call('GET', '/sys/loginfo', { as })).status))
    expect(seen.toSorted()).toEqual([200, 401])
  })

  const upload = async (name: string, content: string | Uint8Array<ArrayBuffer> = '谁也没有保存') => {
    const body = new FormData()
    body.set('file', new Blob([content]), name)
    const reply = await fetch(`${app.app.listeningOrigin}/api/sys/common/upload`, {
      method: 'POST',
      headers: { 'x-access-token': admin },
      body,
    })
    const answer = await reply.json()
    expect(answer).toMatchObject({ success: true })
    // The path, without what signs it for a reader.
    return String(answer.message).split('?')[0] ?? ''
  }
  const there = (...paths: readonly string[]) => paths.map((path) => existsSync(join(dataDir, 'files', path)))

  test('a file that nobody saved is removed from its storage, a new one is not', async () => {
    const [old, fresh] = [await upload('旧.txt'), await upload('新.txt')]
    await engine.db.write((tx) => tx.updateTable('sys_file').set({ created: '2026-01-01 00:00:00' }).where('path', '=', old).execute())
    expect(await output('ClearFilesJob')).toBe('删除了 1 个没有归属的文件')
    expect(there(old, fresh)).toEqual([false, true])
  })

  test('a picture that was replaced goes after half a year, and those of a row that is deleted for good at once', async () => {
    const paths = [await upload('一.png', png), await upload('二.png', png), await upload('三.png', png)] as const
    const [first, second, third] = paths
    const { id } = await aPerson(app, admin, '2')
    const edit = (avatar: string) => app.call('PUT', '/sys/user/edit', { as: admin, body: { id, avatar } })
    for (const avatar of [first, second, third, first]) expect((await edit(avatar)).body.success).toBe(true)
    const age = (path: string) =>
      engine.db.write((tx) =>
        tx
          .updateTable('sys_file')
          .set({ left_at: '2026-01-01 00:00:00' })
          .where('path', '=', path)
          .where('left_at', 'is not', null)
          .execute(),
      )
    for (const path of [first, second]) await age(path)
    expect(await output('ClearFilesJob')).toBe('删除了 1 个没有归属的文件')
    expect(there(...paths), 'the first is named again, the third was named a moment ago').toEqual([true, false, true])
    await app.call('DELETE', '/sys/user/delete', { as: admin, query: { id } })
    expect(await output('ClearFilesJob')).toBe('删除了 0 个没有归属的文件')
    expect((await app.call('DELETE', '/sys/user/deleteRecycleBin', { as: admin, query: { userIds: id } })).body.success).toBe(true)
    expect(await output('ClearFilesJob')).toBe('删除了 2 个没有归属的文件')
    expect(there(...paths)).toEqual([false, false, false])
  })

  test('a file that its row no longer names, though no write noted it, is found by the job and goes half a year later', async () => {
    const names = ['换掉的', '现在的', '没有了主人的', '刚换掉的']
    const paths = await Promise.all(names.map((name) => upload(`${name}.png`, png)))
    const [replaced = '', present = '', orphaned = '', fresh = ''] = paths
    const { id } = await aPerson(app, admin, '2')
    expect((await app.call('PUT', '/sys/user/edit', { as: admin, body: { id, avatar: present } })).body.success).toBe(true)
    const files = (tx: Tx) => tx.updateTable('sys_file')
    // As a release left them that noted nothing.
    const owned = { entity: 'user', row_id: id, created: '2026-01-01 00:00:00' }
    await engine.db.write(async (tx) => {
      await files(tx).set(owned).where('path', 'in', paths).execute()
      await files(tx).set({ row_id: 'gone' }).where('path', '=', orphaned).execute()
      await files(tx).set({ created: timeText() }).where('path', '=', fresh).execute()
    })
    expect(await output('ClearFilesJob')).toBe('删除了 0 个没有归属的文件')
    const left = engine.db.read.selectFrom('sys_file').select('path').where('path', 'in', paths).where('left_at', 'is not', null)
    expect((await left.execute()).map(({ path }) => path).toSorted()).toEqual([replaced, orphaned].toSorted())
    await engine.db.write((tx) => files(tx).set({ left_at: owned.created }).where('left_at', 'is not', null).execute())
    expect(await output('ClearFilesJob')).toBe('删除了 2 个没有归属的文件')
    expect(there(...paths)).toEqual([false, true, false, true])
  })
})
