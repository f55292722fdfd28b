import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { WorldRow } from '../../../../api/world.ts'
import { testApp, type TestApp } from '../../../../support/build-app.ts'
import { onBothDatabases } from '../../../../support/databases.ts'
import { answered, listening, openSocket } from '../../../../support/feed-socket.ts'
import { aCourseDay, base, type CourseDay, type Person } from './course-day.ts'

type Page = { records: WorldRow[]; total: number }

onBothDatabases('between one student and another', (database) => {
  let app: TestApp
  let day: CourseDay
  let owner: Person
  let other: Person
  let stranger: Person
  let theirs: WorldRow
  let photo = ''
  let server = ''
  beforeAll(async () => {
    app = await testApp({ database })
    day = await aCourseDay(app, { students: 6 })
    const [first, , , , , last] = day.students
    if (!first || !last) throw new Error('too few students')
    owner = first
    other = last
    const elsewhere = await aCourseDay(app, { students: 2 })
    stranger = elsewhere.students[0] ?? last
    theirs = await day.submitted(0)
    photo = String(theirs.filePaths)
    server = await listening(app.app)
  })
  afterAll(() => app.close())

  const others = (): readonly Person[] => [other, stranger]
  const own = async (as: Person): Promise<WorldRow> => {
    const row = (await day.get<Page>('stuList', as)).records[0]
    if (!row) throw new Error('the student has no result')
    return row
  }

  describe('photos', () => {
    const read = (as: Person, path: string) => app.call('GET', `/sys/common/static/${path}`, { as: as.token })
    const sign = (as: Person, path: string) =>
      app.call<Record<string, { url: string }>>('POST', '/sys/common/sign', { as: as.token, body: { paths: [path] } })

    test('of a submission are visible to its student and its markers, and to no other student', async () => {
      expect((await read(owner, photo)).status).toBe(200)
      expect((await read(day.teacher, photo)).status).toBe(200)
      expect((await read(day.assistants[0], photo)).status).toBe(200)
      for (const as of others()) {
        expect((await read(as, photo)).status).toBe(404)
        expect((await sign(as, photo)).body.result).toEqual({})
      }
    })

    test('not yet submitted are visible only to their student', async () => {
      const path = await day.photo(owner)
      expect((await read(owner, path)).status).toBe(200)
      for (const as of [...others(), day.teacher]) expect((await read(as, path)).status).toBe(404)
    })

    test('cannot be submitted by somebody else', async () => {
      for (const path of [photo, await day.photo(owner)]) {
        const { body } = await day.call('POST', 'submit', { as: other, body: { id: (await own(other)).id, filePaths: path } })
        expect(body.details).toEqual({ filePaths: '文件不存在或已失效，请重新上传' })
        expect((await read(other, path)).status).toBe(404)
      }
    })

    test('must be images: a stored document cannot be submitted, whoever uploaded it', async () => {
      const path = await day.photo(other)
      await app.app.engine.db.write((tx) => tx.updateTable('sys_file').set({ type: 'application/pdf' }).where('path', '=', path).execute())
      const row = await own(other)
      const said = async (filePaths: string) =>
        (await day.call('POST', 'submit', { as: other, body: { id: row.id, filePaths } })).body.message
      expect(await said(path)).toBe('请上传图片')
      expect(await said(`${await day.photo(other)},${path}`)).toBe('请上传图片')
      expect(await said('../../etc/passwd')).not.toBe('提交成功')
      expect(await said('')).toBe('请上传图片')
      const many = await Promise.all(Array.from({ length: 10 }, () => day.photo(other)))
      expect(await said(many.join(','))).toContain('9')
      expect(await own(other)).toMatchObject({ submitStatus: 0, submitCount: 0, filePaths: null })
    })
  })

  describe('results', () => {
    test('a list shows students only their own rows, whatever they filter by', async () => {
      for (const query of [{}, { stuId: owner.id }, { id: theirs.id }, { stuId: `!${other.id}` }, { courseId: day.lab.courseId }]) {
        const { records } = await day.get<Page>('stuList', other, query as Record<string, string>)
        expect(records.filter((row) => row.stuId !== other.id)).toEqual([])
      }
      expect((await day.get<{ items: WorldRow[] }[]>('mySessions', other)).flatMap(({ items }) => items).map(({ id }) => id)).toEqual([
        (await own(other)).id,
      ])
    })

    test('the lists for markers show a student nothing about anybody else', async () => {
      for (const path of ['list', 'submitList', 'submitHistoryList', 'helpList']) {
        const { body } = await app.call<Page | null>('GET', `${base}/${path}`, {
          as: other.token,
          query: { courseId: day.lab.courseId, inspectionId: day.items[0]?.id ?? '' },
        })
        const seen = body.success ? (body.result?.records ?? []) : []
        expect(seen.filter((row) => row.stuId !== other.id)).toEqual([])
      }
    })
  })

  describe('events', () => {
    test('students hear only their own topic, over a socket or by polling', async () => {
      const topics = [`user:${owner.id}`, `course:${day.lab.courseId}`]
      for (const as of others()) {
        const socket = await openSocket({ server }, { token: as.token, userId: as.id })
        socket.subscribe({ ...Object.fromEntries(topics.map((topic) => [topic, 0])), [`user:${as.id}`]: null })
        for (const topic of topics) expect(await socket.until(answered(topic))).toMatchObject({ cmd: 'refused' })
        await socket.until(answered(`user:${as.id}`))
        await day.done('help', owner, { id: theirs.id })
        await day.done('cancelHelp', owner, { id: theirs.id })
        const asked = await app.call<{ messages: { cmd: string }[] }>('GET', '/feed/events', {
          as: as.token,
          query: {
            topics: topics
              .slice(0, 2)
              .map((topic) => `${topic}@0`)
              .join(','),
          },
        })
        expect((asked.body.result?.messages ?? []).filter(({ cmd }) => cmd === 'event')).toEqual([])
        expect(socket.heard.filter(({ cmd }) => cmd === 'event')).toEqual([])
        socket.close()
      }
    })

    test('students are told about their own results without the parts meant for markers', async () => {
      const socket = await openSocket({ server }, { token: owner.token, userId: owner.id })
      const topic = `user:${owner.id}`
      socket.subscribe({ [topic]: null })
      await socket.until(answered(topic))
      const { id, version } = await day.result(0)
      await day.call('PUT', 'edit', { as: day.teacher, body: { id, version, score: 88, comment: '规范', submitStatus: 2 } })
      const event = await socket.until((heard) => heard.find((message) => message.cmd === 'event' && message.type === 'write'))
      expect(event).toMatchObject({ id, row: { score: 88, submitStatus: 2 } })
      expect(JSON.stringify(event)).not.toContain(day.teacher.id)
      socket.close()
    })
  })
})
