import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { checkSharedFolder } from '../../../../src/server/files/shared-folder.ts'
import { testApp } from '../../../support/build-app.ts'
import { onBothDatabases } from '../../../support/databases.ts'

onBothDatabases('a node that keeps files in a data folder', (database) => {
  test('says so when it starts with another folder than the first node of its database, unless all files are in S3 or no other node can be', async () => {
    const app = await testApp({ database })
    const other = mkdtempSync(join(tmpdir(), 'shiyan-other-'))
    onTestFinished(() => rmSync(other, { recursive: true, force: true }))
    const saidOf = async (s3Url?: string): Promise<string[]> => {
      const said: string[] = []
      const settings = { dataDir: other, s3Url, secondS3Url: undefined }
      await checkSharedFolder(app.app.engine.db, settings, (sentence) => said.push(sentence))
      return said
    }
    const sentence = `上传的文件保存在 ${other}，这不是其他节点使用的目录：请让各节点共用一个 DATA_DIR，或者设置 S3_URL`
    const expected = database === 'postgres' ? [expect.stringContaining(sentence)] : []
    expect(await saidOf()).toEqual(expected)
    expect(await saidOf()).toEqual(expected)
    const s3 = 'https://k:s@host/bucket'
    expect(await saidOf(s3)).toEqual([])
    const file = { biz: 'temp', name: 'a.txt', type: 'text/plain', size: 1, created_by: '1', created: '2026-01-01 00:00:00' }
    const note = (path: string, storage: string | null) =>
      app.app.engine.db.write((tx) =>
        tx
          .insertInto('sys_file')
          .values({ ...file, path, storage })
          .execute(),
      )
    await note('temp/202601/there.txt', 's3')
    expect(await saidOf(s3)).toEqual([])
    await note('temp/202601/here.txt', null)
    expect(await saidOf(s3)).toEqual(
      database === 'postgres' ? [expect.stringContaining(`设置 S3_URL 之前上传的文件仍在原来的目录中，${other} 不是那个目录`)] : [],
    )
    await app.close()
  })
})

test('a node that starts leaves alone what another one is receiving, and removes what was left behind hours ago', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'shiyan-incoming-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const incoming = join(folder, 'files', '.incoming')
  mkdirSync(incoming, { recursive: true })
  for (const name of ['now', 'before']) writeFileSync(join(incoming, name), 'part')
  const before = Date.now() / 1000 - 2 * 60 * 60
  utimesSync(join(incoming, 'before'), before, before)
  const app = await testApp({ database: 'sqlite', env: { DATA_DIR: folder } })
  expect(readdirSync(incoming)).toEqual(['now'])
  await app.close()
})
