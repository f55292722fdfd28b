import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../../../src/server/config.ts'
import { openS3 } from '../../../../src/server/files/s3-storage.ts'
import { adminPassword, testApp, type TestApp } from '../../../support/build-app.ts'
import { hasPostgres } from '../../../support/databases.ts'
import { startS3, type S3Server } from '../../../support/s3.ts'
import { twoNodes } from '../../../support/two-nodes.ts'

interface Stored {
  readonly id: string
  readonly url: string
}

const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
const folder = mkdtempSync(join(tmpdir(), 'shiyan-storages-'))
let s3: S3Server
let shiyan: TestApp
let admin: string
beforeAll(async () => {
  s3 = await startS3()
  const env = { S3_URL: s3.url('first'), SECOND_S3_URL: s3.url('second'), DATA_DIR: join(folder, 'data') }
  shiyan = await testApp({ database: 'sqlite', env })
  admin = await shiyan.signIn('admin', '1')
})
afterAll(async () => {
  await shiyan.close()
  await s3.close()
  rmSync(folder, { recursive: true, force: true })
})

function form(name: string, content: string | Buffer): FormData {
  const data = new FormData()
  data.append('file', new Blob([typeof content === 'string' ? content : new Uint8Array(content)]), name)
  return data
}
const upload = (path: string, name: string, content: string | Buffer) => shiyan.call('POST', path, { as: admin, body: form(name, content) })
const found = async (fileName: string): Promise<Stored> => {
  const { body } = await shiyan.call<{ records: Stored[] }>('GET', '/sys/oss/file/list', { as: admin, query: { fileName } })
  const [file] = body.result.records
  if (!file) throw new Error(`${fileName} is not listed`)
  return file
}
const open = (path: string) => shiyan.call('GET', `/sys/common/static/${path}`, { as: admin })

test('files go to the storage that their call names, open from there, and are removed there', async () => {
  expect((await upload('/sys/oss/file/upload', 'one.txt', '一')).body).toMatchObject({ success: true, message: '上传成功！' })
  expect([s3.count('first'), s3.count('second')]).toEqual([1, 0])
  const second = await upload('/sys/upload/uploadMinio', 'two.png', png)
  expect([s3.count('first'), s3.count('second')]).toEqual([1, 1])
  const [one, two] = [await found('one.txt'), await found('two.png')]
  expect(second.body.message).toBe(two.url)
  expect((await open(one.url)).raw.toString('utf8')).toBe('一')
  expect((await open(two.url)).raw.equals(png)).toBe(true)
  for (const { id } of [one, two]) await shiyan.call('DELETE', '/sys/oss/file/delete', { as: admin, query: { id } })
  await expect.poll(() => [s3.count('first'), s3.count('second')]).toEqual([0, 0])
  expect(existsSync(join(folder, 'data', 'files', 'temp'))).toBe(false)
  expect(readdirSync(join(folder, 'data', 'files', '.incoming'))).toEqual([])
})

test('pictures of forms lie in the first storage too', async () => {
  const sent = await upload('/sys/common/upload', 'face.png', png)
  expect(s3.count('first')).toBe(1)
  expect((await open(sent.body.message)).raw.equals(png)).toBe(true)
})

test('a wrong secret and a bucket that is not there are told, and keep nothing', async () => {
  const place = join(folder, 'file')
  writeFileSync(place, 'x')
  for (const url of [s3.url('first').replace(':S3RVER@', ':wrong@'), s3.url('first').replace(/first$/, 'third')]) {
    const said: string[] = []
    const storage = openS3(url, (sentence) => said.push(sentence))
    await expect(storage.keep('a.txt', place, 'text/plain')).rejects.toThrow('上传失败,请检查配置信息是否正确!')
    expect(said.join()).toMatch(/HTTP 40[34]/)
    expect(said.join()).not.toContain('wrong@')
  }
  expect(s3.count('first')).toBe(1)
})

test('an address without a key or a bucket is refused at start, and what it has of a secret is not printed', () => {
  for (const value of [
    'https://host/bucket',
    'https://key:topsecret@host',
    'key:topsecret@host/bucket',
    'ftp://key:topsecret@host/bucket',
  ]) {
    expect(() => readConfig({ S3_URL: value }), value).toThrow('S3_URL 必须形如')
    expect(() => readConfig({ SECOND_S3_URL: value }), value).not.toThrow('topsecret')
  }
  expect(readConfig({ S3_URL: 'https://k:s@host/b?region=cn-north-1' }).s3Url).toBe('https://k:s@host/b?region=cn-north-1')
})

test.skipIf(!hasPostgres())('two nodes without a common folder open each other’s files and signed addresses', async () => {
  const nodes = await twoNodes({ S3_URL: s3.url('first'), ADMIN_PASSWORD: adminPassword })
  try {
    const as = await nodes.one.signIn('admin', '1')
    const sent = await nodes.one.call('POST', '/sys/common/upload', { as, body: form('shared.png', png), headers: { 'x-file-paths': '' } })
    const answer = await nodes.other.app.inject({ method: 'GET', url: `/api/sys/common/static/${sent.body.message}` })
    expect(answer.statusCode).toBe(200)
    expect(answer.rawPayload.equals(png)).toBe(true)
  } finally {
    await nodes.close()
  }
})

test('a file may take its time on a slow line: the larger it is the longer; a storage that is silent is given up', async () => {
  const slow = createServer((request, response) => {
    request.resume().on('end', () => setTimeout(() => response.end(), 11_000))
  })
  await new Promise<void>((done) => slow.listen(0, '127.0.0.1', done))
  const env = { S3_URL: `http://key:secret@127.0.0.1:${(slow.address() as AddressInfo).port}/slow` }
  const app = await testApp({ database: 'sqlite', env })
  const as = await app.signIn('admin', '1')
  // A signal that is only followed until the next garbage collection would end nothing.
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  const collecting = setInterval(() => collect(), 1000)
  onTestFinished(() => clearInterval(collecting))
  const send = async (bytes: number) => (await app.call('POST', '/sys/common/upload', { as, body: form('a.txt', 'x'.repeat(bytes)) })).body
  const [large, small] = await Promise.all([send(300_000), send(10)])
  expect(large.success, large.message).toBe(true)
  expect(small).toMatchObject({ success: false, code: 503, message: '文件存储暂时不可用，请稍后再试' })
  slow.closeAllConnections()
  slow.close()
  await app.close()
}, 30_000)

test('files of a storage that is no longer configured wait for it, and keep the job from nothing', async () => {
  const data = { DATA_DIR: join(folder, 'once') }
  const before = await testApp({ database: 'sqlite', env: { ...data, SECOND_S3_URL: s3.url('second') } })
  await before.call('POST', '/sys/upload/uploadMinio', { as: await before.signIn('admin', '1'), body: form('two.txt', '二') })
  await before.close()
  const after = await testApp({ database: 'sqlite', env: data })
  const as = await after.signIn('admin', '1')
  const ask = async (method: 'GET' | 'POST' | 'DELETE', path: string, given: object = {}) =>
    (await after.call<{ id: string; records: { id: string; outcome: string; output: string }[] }>(method, path, { as, ...given })).body
      .result
  await ask('POST', '/sys/oss/file/upload', { body: form('one.txt', '一') })
  for (const { id } of (await ask('GET', '/sys/oss/file/list')).records) await ask('DELETE', '/sys/oss/file/delete', { query: { id } })
  await after.app.listen({ port: 0, host: '127.0.0.1' })
  const job = { jobClassName: 'ClearFilesJob', cronExpression: '0 0 0 1 1 ? 2099', status: -1 }
  const { id: jobId } = await ask('POST', '/sys/quartzJob/add', { body: job })
  await ask('POST', '/sys/quartzJob/execute', { body: { id: jobId } })
  const last = async () => (await ask('GET', '/sys/quartzJobRun/list', { query: { jobId } })).records[0]
  await expect.poll(async () => (await last())?.outcome, { timeout: 10_000 }).toMatch(/done|failed/)
  expect(await last()).toMatchObject({ outcome: 'done', output: expect.stringMatching(/^删除了 \d+ 个没有归属的文件$/) })
  const left = await after.app.engine.db.read.selectFrom('sys_file').select('storage').execute()
  expect(left).toEqual([{ storage: 'second' }])
  await after.close()
})
