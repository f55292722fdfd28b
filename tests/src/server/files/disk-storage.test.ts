import fs, { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../support/build-app.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'shiyan-flushed-'))
const content = '内容'.repeat(1_000)
let app: TestApp
let admin: string
/** What was brought to the disk: the sizes of files, and the names of folders. */
const flushed: (number | string)[] = []
const { fsync } = fs
let undo: () => void
beforeAll(async () => {
  app = await testApp({ database: 'sqlite', env: { DATA_DIR: dataDir } })
  admin = await app.signIn('admin', '1')
  const folder = await open(dataDir)
  const handles = Object.getPrototypeOf(folder) as typeof folder
  const { sync } = handles
  await folder.close()
  Object.assign(fs, {
    fsync(file: number, done: fs.NoParamCallback) {
      flushed.push(fs.fstatSync(file).size)
      fsync(file, done)
    },
  })
  handles.sync = async function (this: typeof folder) {
    flushed.push(fs.readlinkSync(`/proc/self/fd/${this.fd}`))
    return sync.call(this)
  }
  undo = () => {
    Object.assign(fs, { fsync })
    handles.sync = sync
  }
})
afterAll(async () => {
  undo()
  await app.close()
  rmSync(dataDir, { recursive: true, force: true })
})

test.skipIf(!existsSync('/proc/self/fd'))(
  'a file that was answered for outlasts a power cut, and so do the folders that lead to it',
  async () => {
    const body = new FormData()
    body.append('file', new Blob([content]), 'kept.txt')
    const answer = await app.call('POST', '/sys/common/upload', { as: admin, body })
    expect(answer.body.success).toBe(true)
    const [biz = '', month = ''] = answer.body.message.split('/')
    const root = join(dataDir, 'files')
    expect(flushed).toEqual([Buffer.byteLength(content), join(root, biz, month), join(root, biz), root])
  },
)
