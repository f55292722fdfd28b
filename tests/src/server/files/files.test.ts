import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSigner } from '../../../../src/server/files/signing.ts'
import { testApp, type TestApp } from '../../../support/build-app.ts'
import { onBothDatabases } from '../../../support/databases.ts'

const demoPassword = 'Demo-12345'
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

function form(name: string, content: Buffer | string, biz?: string): FormData {
  const data = new FormData()
  data.append('file', new Blob([typeof content === 'string' ? content : new Uint8Array(content)]), name)
  if (biz) data.append('biz', biz)
  return data
}

interface OpenFile {
  readonly url: string
  readonly name: string
}

onBothDatabases('files', (database) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'shiyan-files-'))
  let shiyan: TestApp
  let teacher: string
  let other: string
  let student: string
  beforeAll(async () => {
    shiyan = await testApp({ database, env: { DEMO: '1', DEMO_PASSWORD: demoPassword, DATA_DIR: dataDir } })
    teacher = await shiyan.signIn('teacher1', '2', demoPassword)
    other = await shiyan.signIn('teacher2', '2', demoPassword)
    student = await shiyan.signIn('2025010001', '4', demoPassword)
  })
  afterAll(async () => {
    await shiyan.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const upload = (as: string, body: FormData) => shiyan.call('POST', '/sys/common/upload', { as, body })
  const read = (as: string, path: string) => shiyan.call('GET', `/sys/common/static/${path}`, { as })
  const sign = async (as: string, path: string) => {
    const { body } = await shiyan.call<Record<string, OpenFile>>('POST', '/sys/common/sign', { as, body: { paths: [path] } })
    return body.result[path]
  }
  const open = (address: string) => shiyan.app.inject({ method: 'GET', url: address })

  test('a form without a boundary is refused with a sentence', async () => {
    for (const type of ['multipart/form-data', 'multipart/form-data; boundary=', 'multipart/form-data; charset=x']) {
      const answer = await shiyan.app.inject({
        method: 'POST',
        url: '/api/sys/common/upload',
        headers: { 'x-access-token': teacher, 'content-type': type },
        payload: 'x',
      })
      expect(answer.json(), type).toMatchObject({ success: false, message: '上传失败！' })
    }
  })

  test('stores a picture under a new name', async () => {
    const { body } = await upload(teacher, form('../../课程 图.png', png, 'course'))
    expect(body).toMatchObject({ success: true, code: 200 })
    expect(body.message).toMatch(/^course\/\d{6}\/[0-9a-f]{32}\.png$/)
    const file = await read(teacher, body.message)
    expect(file.raw.equals(png)).toBe(true)
    expect(file.headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' })
    expect(String(file.headers['content-disposition'])).toContain('inline')
  })

  test('another front end can show the pictures of its answers in an img, and may send its rows back unchanged', async () => {
    const headers = { 'x-file-paths': '' }
    const admin = await shiyan.signIn('admin', '1')
    const sent = await shiyan.call('POST', '/sys/common/upload', { as: admin, body: form('头像.png', png, 'avatar'), headers })
    const shown = (value: string) => open(`/api/sys/common/static/${value}`)
    expect((await shown(sent.body.message)).rawPayload.equals(png)).toBe(true)
    const { body: page } = await shiyan.call<{ records: { id: string; avatar: string }[] }>('GET', '/sys/user/list', {
      as: admin,
      query: { username: 'teacher1' },
    })
    const [account] = page.result.records
    const edit = (avatar: string) =>
      shiyan.call<{ avatar: string }>('PUT', '/sys/user/edit', { as: admin, body: { id: account?.id, avatar }, headers })
    const { body } = await edit(sent.body.message)
    expect((await shown(body.result.avatar)).statusCode).toBe(200)
    const stored = await shiyan.call<{ avatar: string }>('GET', '/sys/user/queryById', { as: admin, query: { id: account?.id ?? '' } })
    expect(stored.body.result.avatar).toMatch(/^avatar\/\d{6}\/[0-9a-f]{32}\.png$/)
    await edit(body.result.avatar)
    const after = await shiyan.call<{ avatar: string }>('GET', '/sys/user/queryById', { as: admin, query: { id: account?.id ?? '' } })
    expect(after.body.result.avatar).toBe(stored.body.result.avatar)
    expect((await shown(stored.body.result.avatar)).statusCode).toBe(401)
    type Own = { userInfo: { avatar: string } }
    const login = { username: 'teacher1', password: demoPassword }
    const signedIn = await shiyan.call<Own & { token: string }>('POST', '/sys/login', { body: login, headers })
    expect((await shown(signedIn.body.result.userInfo.avatar)).statusCode).toBe(200)
    const as = signedIn.body.result.token
    const chosen = await shiyan.call<Own>('PUT', '/sys/selectRole', { as, body: { username: 'teacher1', roleCode: '2' }, headers })
    expect((await shown(chosen.body.result.userInfo.avatar)).statusCode).toBe(200)
  })

  test('refuses files with a false type, files that a browser would run, and files that are not pictures where one is required', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    const refused = '不支持的文件类型，请检查文件格式！'
    for (const name of ['a.txt', 'a.png']) expect((await upload(teacher, form(name, ''))).body.message).toBe('文件是空的，请重新选择')
    expect((await upload(teacher, form('a.svg', svg))).body.message).toBe(refused)
    expect((await upload(teacher, form('a.html', '<html>'))).body.message).toBe(refused)
    expect((await upload(teacher, form('a.txt', '<html><script>1</script>'))).body.message).toBe(refused)
    expect((await upload(teacher, form('a.png', svg))).body.message).toBe(refused)
    expect((await upload(teacher, form('a.pdf', png))).body.message).toBe(refused)
    expect((await upload(teacher, form('notes.txt', '笔记', 'avatar'))).body.message).toBe('请上传图片')
    expect((await upload(teacher, form('notes.txt', '笔记', '../../etc'))).body.message).toMatch(/^temp\//)
  })

  test('refuses more than 10 MB and leaves no partial file', async () => {
    const large = await upload(teacher, form('large.txt', 'x'.repeat(10 * 1024 * 1024 + 1)))
    expect(large.body.message).toBe('文件大小超出10MB限制, 请压缩或降低文件质量!')
    expect(readdirSync(join(dataDir, 'files', '.incoming'))).toEqual([])
  })

  test('returns a file under its original name, whatever that contains', async () => {
    const pdf = Buffer.from('%PDF-1.4\n%%EOF\n')
    const names: [sent: string, kept: string][] = [
      ['大纲.pdf', '大纲.pdf'],
      ["it's (1)*.pdf", "it's (1)*.pdf"],
      ['C:\\课件\\第 1 章.pdf', '第 1 章.pdf'],
      ['a\u202efdp.exe.pdf', 'afdp.exe.pdf'],
      [`${'长'.repeat(300)}.pdf`, `${'长'.repeat(96)}.pdf`],
      [`${'😀'.repeat(150)}.pdf`, `${'😀'.repeat(96)}.pdf`],
    ]
    for (const [sent, kept] of names) {
      const path = (await upload(teacher, form(sent, pdf))).body.message
      const file = await sign(teacher, path)
      expect(file?.name).toBe(kept)
      const { headers } = await open(file?.url ?? '')
      const name = /filename\*=UTF-8''([\w.~!#$&+^`|%-]+)$/.exec(String(headers['content-disposition']))?.[1]
      expect(decodeURIComponent(name ?? '')).toBe(kept)
    }
  })

  test('needs a login', async () => {
    expect((await shiyan.call('POST', '/sys/common/upload', { body: form('a.png', png) })).status).toBe(401)
  })

  test('opens a file only to its sender until a row owns it, then to anyone who may read the row', async () => {
    const path = (await upload(teacher, form('说明.pdf', Buffer.from('%PDF-1.4\n%%EOF\n'), 'course'))).body.message
    expect((await read(other, path)).status).toBe(404)
    expect(await sign(student, path)).toBeUndefined()
    const courses = await shiyan.call<{ records: { id: string; version: number }[] }>('GET', '/inspect/bhCourse/list', {
      as: teacher,
      query: { courseTitle: '数字电路实验' },
    })
    const [course] = courses.body.result.records
    const saved = await shiyan.call('PUT', '/inspect/bhCourse/edit', { as: teacher, body: { id: course?.id, descAttach: path } })
    expect(saved.body.success).toBe(true)
    const read1 = await read(student, path)
    expect(read1.status).toBe(200)
    expect(String(read1.headers['content-disposition'])).toBe(
      `attachment; filename="download.pdf"; filename*=UTF-8''${encodeURIComponent('说明.pdf')}`,
    )
    expect((await sign(student, path))?.name).toBe('说明.pdf')
    expect((await read(other, path)).status).toBe(404)
  })

  test('a row cannot take over somebody else’s file', async () => {
    const path = (await upload(teacher, form('a.png', png, 'course'))).body.message
    const semesters = await shiyan.call<{ records: { id: string }[] }>('GET', '/inspect/bhSemester/list', { as: other })
    const body = { courseTitle: '盗用', semester: semesters.body.result.records[0]?.id, studentType: '1', descAttach: path }
    const refused = await shiyan.call('POST', '/inspect/bhCourse/add', { as: other, body })
    expect(refused.body.details).toEqual({ descAttach: '文件不存在或已失效，请重新上传' })
    expect((await read(other, path)).status).toBe(404)
  })

  test('a signed address opens without a header, only for its path, and expires with the login', async () => {
    const token = await shiyan.signIn('teacher3', '2', demoPassword)
    const path = (await upload(token, form('a.png', png, 'course'))).body.message
    const address = (await sign(token, path))?.url ?? ''
    expect((await open(address)).statusCode).toBe(200)
    expect((await open(address.replace(/signature=.{4}/, 'signature=AAAA'))).statusCode).toBe(404)
    expect((await open(address.replace(/user=[^&]*/, 'user=1'))).statusCode).toBe(404)
    const again = await shiyan.signIn('teacher3', '2', demoPassword)
    expect((await open((await sign(again, path))?.url ?? '')).statusCode).toBe(200)
    await shiyan.call('POST', '/sys/logout', { as: token })
    expect((await open(address)).statusCode).toBe(404)
    await shiyan.signIn('teacher3', '2', demoPassword)
    expect((await open(address)).statusCode).toBe(404)
  })

  test('no path leads out of the folder', async () => {
    for (const path of ['../shiyan.db', '..%2f..%2fshiyan.db', '.incoming/x', '%00']) expect((await read(teacher, path)).status).toBe(404)
  })

  test('an address is valid for five to ten minutes', () => {
    let now = 1_800_000_000_000
    const signer = createSigner(Buffer.from('secret'), () => now)
    const query = Object.fromEntries(new URL(signer.address('a/b.png', { userId: 'u1', key: 'k1' }), 'http://x').searchParams)
    expect(signer.userOf(query)).toBe('u1')
    expect(signer.isSigned('a/b.png', query, ['k0', 'k1'])).toBe(true)
    expect(signer.isSigned('a/c.png', query, ['k0', 'k1'])).toBe(false)
    expect(signer.isSigned('a/b.png', query, ['k0'])).toBe(false)
    now += 5 * 60_000
    expect(signer.userOf(query)).toBe('u1')
    now += 5 * 60_000 + 1
    expect(signer.userOf(query)).toBeUndefined()
  })

  test('deletes files that were uploaded a day ago and never saved, at the next upload', async () => {
    const { body } = await upload(other, form('草稿.png', png, 'course'))
    await shiyan.app.engine.db.write((tx) =>
      tx.updateTable('sys_file').set({ created: '2026-01-01 00:00:00' }).where('path', '=', body.message).execute(),
    )
    const kept = await upload(other, form('新图.png', png, 'course'))
    expect((await read(other, body.message)).status).toBe(404)
    expect(existsSync(join(dataDir, 'files', body.message))).toBe(false)
    expect(existsSync(join(dataDir, 'files', kept.body.message))).toBe(true)
  })
})
