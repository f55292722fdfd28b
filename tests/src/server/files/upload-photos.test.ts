import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestAnswer, type TestApp } from '../../../support/build-app.ts'
import { onBothDatabases } from '../../../support/databases.ts'

const demoPassword = 'Demo-12345'
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
const boundary = '----photos'

/** The form as it is sent, byte by byte, because FormData could not send it. */
const written = (filename: string, content: Buffer, end = `\r\n--${boundary}--\r\n`): Buffer =>
  Buffer.concat([
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="biz"\r\n\r\nresult\r\n`),
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${filename}"\r\ncontent-type: image/png\r\n\r\n`),
    content,
    Buffer.from(end),
  ])

onBothDatabases('photos of students', (database) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'shiyan-photos-'))
  let shiyan: TestApp
  let student = ''
  let rows = 0
  let files: string[] = []
  const stored = () => readdirSync(join(dataDir, 'files'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const storedNames = () => stored().map(({ name }) => name)
  const countRows = async () => (await shiyan.app.engine.db.read.selectFrom('sys_file').select('path').execute()).length
  beforeAll(async () => {
    shiyan = await testApp({ database, env: { DEMO: '1', DEMO_PASSWORD: demoPassword, DATA_DIR: dataDir } })
    student = await shiyan.signIn('2025010001', '4', demoPassword)
    rows = await countRows()
    files = storedNames()
  })
  afterAll(async () => {
    await shiyan.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  function upload(name: string, content: Buffer | string, biz = 'result'): Promise<TestAnswer<null>> {
    const body = new FormData()
    body.append('biz', biz)
    body.append('file', new Blob([typeof content === 'string' ? content : new Uint8Array(content)], { type: 'image/png' }), name)
    return shiyan.call('POST', '/sys/common/upload', { as: student, body })
  }
  async function send(payload: Buffer): Promise<{ success: boolean; message: string }> {
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}`, 'x-access-token': student }
    const reply = await shiyan.app.inject({ method: 'POST', url: '/api/sys/common/upload', headers, payload })
    return reply.json()
  }

  describe('leaves nothing behind when it refuses', () => {
    afterEach(async () => {
      expect(storedNames()).toEqual(files)
      expect(await countRows()).toBe(rows)
    })

    test.each([
      ['a text', '笔记.txt', '笔记'],
      ['a document', '报告.pdf', '%PDF-1.4\n%%EOF\n'],
      ['a drawing that runs a script', '图.svg', svg],
      ['a drawing named as a photo', '图.png', svg],
      ['a page named as a photo', '图.png', '<!doctype html><html><script>alert(1)</script></html>'],
      ['a photo named as a page', '图.html', png],
      ['a photo without an extension', 'photo', png],
    ])('%s', async (_what, name, content) => {
      for (const biz of ['result', 'temp', ''])
        expect((await upload(name, content, biz)).body).toMatchObject({ success: false, message: '请上传图片' })
    })

    test('11 MB', async () => {
      const { status, body } = await upload('大.png', Buffer.concat([png, Buffer.alloc(11 * 1024 * 1024)]))
      expect(status).toBe(413)
      expect(body).toMatchObject({ success: false, message: '文件大小超出10MB限制, 请压缩或降低文件质量!' })
    })

    test('an empty file', async () => {
      expect((await upload('空.png', '')).body).toMatchObject({ success: false, message: '文件是空的，请重新选择' })
    })

    test.each(['../../etc/cron.d/photo.png', '/tmp/photo.png', '..\\\\..\\\\photo.png', 'C:\\\\photo.png'])(
      'a path in the name: %s',
      async (name) => {
        expect(await send(written(name, png))).toMatchObject({ success: false, message: '文件名不能包含路径' })
      },
    )

    test('a form that is cut off in the middle of the photo', async () => {
      expect(await send(written('图.png', png.subarray(0, 40), ''))).toMatchObject({ success: false, message: '上传中断，请重新上传' })
    })

    test('a connection that breaks in the middle of the photo', async () => {
      await shiyan.app.listen({ host: '127.0.0.1', port: 0 })
      const address = shiyan.app.server.address()
      const port = typeof address === 'object' && address ? address.port : 0
      const payload = written('图.png', Buffer.concat([png, Buffer.alloc(200_000)]), '')
      const socket = connect(port, '127.0.0.1')
      socket.write(
        `POST /api/sys/common/upload HTTP/1.1\r\nhost: localhost\r\nx-access-token: ${student}\r\n` +
          `content-type: multipart/form-data; boundary=${boundary}\r\ncontent-length: ${payload.length * 2}\r\n\r\n`,
      )
      socket.write(payload)
      await expect.poll(() => stored().some(({ parentPath }) => parentPath.endsWith('.incoming')), { timeout: 5000 }).toBe(true)
      socket.destroy()
      await expect.poll(storedNames, { timeout: 5000 }).toEqual(files)
      await pause(50)
    })
  })

  test('stores a photo', async () => {
    const { body } = await upload('照片.png', png)
    expect(body.message).toMatch(/^result\/\d{6}\/[0-9a-f]{32}\.png$/)
  })
})
