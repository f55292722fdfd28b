import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { testApp } from '../support/build-app.ts'
import { startServer } from '../support/start-server.ts'
import { addComment, lostWrites, storedComments, type Acknowledged } from './acknowledged.ts'
import { callsTo } from './server-calls.ts'
import { expectNone } from '../support/expect-none.ts'

const sentence = '磁盘空间不足，数据没有保存！'
const long = '长'.repeat(300)

/** A small separate file system; undefined if this account may not mount one. */
function smallDisk(): { readonly folder: string; remove(): void } | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'shiyan-disk-'))
  const mounted = process.getuid?.() === 0 && spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', folder]).status === 0
  const remove = () => rmSync(folder, { recursive: true, force: true })
  if (!mounted) {
    remove()
    return undefined
  }
  return {
    folder,
    remove() {
      spawnSync('umount', [folder])
      remove()
    },
  }
}

describe('a full disk (sqlite)', () => {
  const disk = smallDisk()
  test.skipIf(!disk)('is reported in a sentence, loses nothing acknowledged, and has no effect once there is room again', async () => {
    const dataDir = disk?.folder ?? ''
    const server = await startServer({ dataDir, env: { DEMO: '0', LOG_LEVEL: 'warn' } })
    try {
      const as = await callsTo(server).signIn('admin')
      const acknowledged: Acknowledged[] = []
      const write = async (comment: string) => {
        const answer = await addComment(server, as, comment)
        if (answer?.body.success) acknowledged.push({ id: answer.body.result.id, comment })
        return answer
      }
      await write('before')
      const filler = join(dataDir, 'filler')
      const { bavail, bsize } = statfsSync(dataDir)
      writeFileSync(filler, Buffer.alloc(bavail * bsize))
      const said: (string | undefined)[] = []
      for (let n = 0; said.length < 20 && n < 5000; n++) {
        const answer = await write(`${long}${n}`)
        if (!answer?.body.success) said.push(answer?.body.message)
      }
      expect(said).toEqual(Array.from({ length: 20 }, () => sentence))
      const upload = async () => {
        const body = new FormData()
        body.append('file', new File([long.repeat(200)], 'notes.txt'))
        return (await callsTo(server).call('POST', '/sys/common/upload', { as, body })).body
      }
      expect(await upload(), 'no room for a file').toMatchObject({ success: false, code: 500, message: sentence })
      const list = await callsTo(server).call('GET', '/inspect/bhInspectionComment/list', { as })
      expect(list.body.success).toBe(true)
      rmSync(filler)
      for (let n = 0; n < 20; n++) expect((await write(`after-${n}`))?.body).toMatchObject({ success: true })
      expect(await upload()).toMatchObject({ success: true })
      const { rows, audited } = await storedComments(server)
      expectNone(lostWrites(acknowledged, rows, new Set(audited)))
      expect(audited.sort()).toEqual([...rows.keys()].sort())
      expect(rows.size).toBe(acknowledged.length)
      await server.stop('SIGKILL')
      const again = await startServer({ dataDir, env: { DEMO: '0', LOG_LEVEL: 'warn' } })
      expect((await storedComments(again)).rows).toEqual(rows)
      await again.stop()
    } finally {
      await server.stop('SIGKILL')
      disk?.remove()
    }
  })

  test('is reported in the same sentence by writes outside the entities, such as a sign-in', async () => {
    const app = await testApp({ database: 'sqlite' })
    try {
      const admin = await app.signIn('admin', '1')
      const limit = (pages: number) => app.app.engine.db.write((tx) => sql`pragma max_page_count = ${sql.lit(pages)}`.execute(tx))
      await limit(1)
      const full = async () => {
        for (let n = 0; n < 2000; n++) {
          const body = { comment: `${long}${n}`, commentLeve: 1, commentType: '1' }
          const answer = await app.call('POST', '/inspect/bhInspectionComment/add', { as: admin, body })
          if (!answer.body.success) return answer
        }
        return undefined
      }
      expect((await full())?.body).toMatchObject({ success: false, message: sentence })
      const answers = []
      for (let n = 0; n < 200; n++)
        answers.push(
          await app.call('POST', '/sys/login', { body: { username: 'admin', password: 'Admin-12345', captcha: '', checkKey: '' } }),
        )
      const refused = answers.filter((answer) => !answer.body.success)
      expect(new Set(refused.map((answer) => answer.body.message))).toEqual(new Set([sentence]))
      await limit(1_000_000)
      // The later sign-ins have ended the first login, because a person may have only ten.
      const as = await app.signIn('admin', '1')
      expect((await app.call('GET', '/inspect/bhInspectionComment/list', { as })).body.success).toBe(true)
    } finally {
      await app.close()
    }
  })
})
