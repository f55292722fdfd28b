import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../support/build-app.ts'
import { onBothDatabases } from '../../../support/databases.ts'

interface Stored {
  readonly id: string
  readonly fileName: string
  readonly url: string
}

function form(name: string, content: string): FormData {
  const data = new FormData()
  data.append('file', new Blob([content]), name)
  return data
}

onBothDatabases('the file list', (database) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'shiyan-oss-'))
  let shiyan: TestApp
  let admin: string
  beforeAll(async () => {
    shiyan = await testApp({ database, env: { DATA_DIR: dataDir } })
    admin = await shiyan.signIn('admin', '1')
  })
  afterAll(async () => {
    await shiyan.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const upload = (name: string, content: string, path = '/sys/oss/file/upload') =>
    shiyan.call('POST', path, { as: admin, body: form(name, content) })
  const listed = async (query: Readonly<Record<string, string>>) =>
    (await shiyan.call<{ records: Stored[]; total: number }>('GET', '/sys/oss/file/list', { as: admin, query })).body.result.records
  const open = (path: string, show?: string) =>
    shiyan.call('GET', `/sys/common/static/${path}`, { as: admin, query: show === undefined ? {} : { show } })
  const remove = (id: string) => shiyan.call('DELETE', '/sys/oss/file/delete', { as: admin, query: { id } })
  const place = (path: string) => join(dataDir, 'files', path)

  test('a file that is uploaded stands in the list under its own name, and opens', async () => {
    expect((await upload('..\\..\\报告 1.txt', '内容')).body).toMatchObject({ success: true, message: '上传成功！' })
    const [file] = await listed({ fileName: '*报告*' })
    expect(file).toMatchObject({ fileName: '报告 1.txt', url: expect.stringMatching(/^temp\/\d{6}\/[0-9a-f]{32}\.txt$/) })
    expect(await listed({ url: `*${file?.url.slice(-20)}` })).toEqual([file])
    const answer = await open(file?.url ?? '')
    expect(answer.raw.toString('utf8')).toBe('内容')
    expect(String(answer.headers['content-disposition'])).toMatch(/^attachment/)
  })

  test('text and PDF are shown in a frame only if it asks, and nothing in them runs; a document of an office program never is', async () => {
    await upload('shown.txt', '看')
    await upload('shown.pdf', '%PDF-1.4\n%%EOF\n')
    const [text] = await listed({ fileName: 'shown.txt' })
    const [pdf] = await listed({ fileName: 'shown.pdf' })
    const shown = await open(text?.url ?? '', '1')
    expect(shown.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'content-security-policy': "default-src 'none'; sandbox" })
    // Otherwise the browser complains about the frame.
    expect(shown.headers['origin-agent-cluster']).toBe('?0')
    expect(String(shown.headers['content-type'])).toBe('text/plain; charset=utf-8')
    expect(String(shown.headers['content-disposition'])).toMatch(/^inline/)
    const page = await open(pdf?.url ?? '', '1')
    expect(page.headers['content-security-policy']).toBe("default-src 'none'; object-src 'self'; frame-ancestors 'self'")
    expect(String(page.headers['content-disposition'])).toMatch(/^inline/)
    expect(String((await open(pdf?.url ?? '')).headers['content-security-policy'])).toContain('sandbox')
  })

  test('pages, pictures that run and false types are refused, and leave no row', async () => {
    const before = (await listed({})).length
    for (const [name, content] of [
      ['a.html', '<html>'],
      ['a.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
      ['a.png', 'no picture'],
      ['a.txt', '<script>1</script>'],
    ] as const)
      expect((await upload(name, content)).body).toMatchObject({ success: false, message: '不支持的文件类型，请检查文件格式！' })
    expect((await listed({})).length).toBe(before)
  })

  test('without a second storage its upload says so, and keeps nothing', async () => {
    const before = (await listed({})).length
    const answer = await upload('second.txt', '二', '/sys/upload/uploadMinio')
    expect(answer.body).toMatchObject({ success: false, message: '上传失败,请检查配置信息是否正确!' })
    expect((await listed({})).length).toBe(before)
  })

  test('whoever deletes a file deletes what is stored as well', async () => {
    await upload('gone.txt', '去')
    const [file] = await listed({ fileName: 'gone.txt' })
    if (!file) throw new Error('not listed')
    expect(existsSync(place(file.url))).toBe(true)
    expect((await remove(file.id)).body).toMatchObject({ success: true, message: '删除成功!' })
    expect((await remove(file.id)).body.success).toBe(false)
    expect((await open(file.url)).status).toBe(404)
    await expect.poll(() => existsSync(place(file.url))).toBe(false)
    const left = () => shiyan.app.engine.db.read.selectFrom('sys_file').select('path').where('path', '=', file.url).execute()
    await expect.poll(left).toEqual([])
  })

  test('only those who may see the list open its files', async () => {
    await upload('own.txt', '己')
    const [file] = await listed({ fileName: 'own.txt' })
    const anonymous = await shiyan.call('GET', `/sys/common/static/${file?.url}`)
    expect([401, 404]).toContain(anonymous.status)
    expect((await shiyan.call('POST', '/sys/oss/file/upload', { body: form('a.txt', 'x') })).status).toBe(401)
  })
})
