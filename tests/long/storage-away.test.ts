import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../support/build-app.ts'
import { startS3, type S3Server } from '../support/s3.ts'

/** The storage is killed and comes back; the server runs on. */
interface Stored {
  readonly id: string
  readonly fileName: string
  readonly url: string
}

let s3: S3Server
let shiyan: TestApp
let admin: string
beforeAll(async () => {
  s3 = await startS3()
  shiyan = await testApp({ database: 'sqlite', env: { S3_URL: s3.url('first') } })
  admin = await shiyan.signIn('admin', '1')
})
afterAll(async () => {
  await shiyan.close()
  await s3.close()
})

const upload = (name: string) => {
  const body = new FormData()
  body.append('file', new Blob([`content of ${name}`]), name)
  return shiyan.call('POST', '/sys/oss/file/upload', { as: admin, body })
}
const listed = async () =>
  (await shiyan.call<{ records: Stored[] }>('GET', '/sys/oss/file/list', { as: admin, query: { pageSize: 100 } })).body.result.records
const open = (path: string) => shiyan.call('GET', `/sys/common/static/${path}`, { as: admin })
const away = { success: false, code: 503, message: '文件存储暂时不可用，请稍后再试' }

test('while the storage is away each call has its sentence; what was acknowledged is there again with it, and what was deleted goes', async () => {
  const acknowledged = new Set<string>()
  const isKept = async (name: string) => {
    const answer = await upload(name)
    if (answer.body.success) acknowledged.add(name)
    return answer
  }
  for (let n = 0; n < 10; n++) await isKept(`before-${n}.txt`)
  expect(acknowledged.size).toBe(10)

  const many = Array.from({ length: 20 }, (_, n) => isKept(`during-${n}.txt`))
  await s3.kill()
  for (const answer of await Promise.all(many)) if (!answer.body.success) expect(answer.body).toMatchObject(away)
  expect((await upload('away.txt')).body).toMatchObject(away)
  const rows = await listed()
  expect(rows.map(({ fileName }) => fileName).sort()).toEqual([...acknowledged].sort())
  const [first, gone] = rows
  if (!first || !gone) throw new Error('nothing is listed')
  expect((await open(first.url)).body).toMatchObject(away)
  expect((await shiyan.call('DELETE', '/sys/oss/file/delete', { as: admin, query: { id: gone.id } })).body.success).toBe(true)
  acknowledged.delete(gone.fileName)

  await s3.start()
  const after = await listed()
  expect(after.map(({ fileName }) => fileName).sort()).toEqual([...acknowledged].sort())
  for (const { fileName, url } of after) expect((await open(url)).raw.toString('utf8')).toBe(`content of ${fileName}`)
  // Nobody asks for it: what was deleted, and what may have been kept without an answer, is removed by itself.
  await expect.poll(() => s3.count('first'), { timeout: 40_000, interval: 500 }).toBe(acknowledged.size)
  expect((await upload('again.txt')).body.success).toBe(true)
}, 120_000)
