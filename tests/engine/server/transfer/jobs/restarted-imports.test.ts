import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { JobView } from '../../../../../engine/server/transfer/jobs/job-view.ts'
import type { HomeTask } from '../../../../../src/dashboard/home-figures.ts'
import { testApp, type TestApp } from '../../../../support/build-app.ts'
import { onBothDatabases } from '../../../../support/databases.ts'
import { freshDatabase, type FreshDatabase } from '../../../../support/postgres.ts'
import { shareKey } from '../../../../support/share-key.ts'
import { School, type Counted } from '../school.ts'
import { workbook } from '../workbook-files.ts'

const base = '/inspect/bhFacility'

onBothDatabases('a server that is restarted while a checked file waits', (database) => {
  const folder = mkdtempSync(join(tmpdir(), 'shiyan-restart-'))
  let postgres: FreshDatabase | undefined
  let school: School
  let server: TestApp
  const start = () => testApp({ database, env: { DATA_DIR: folder, DEMO: '0', ...(postgres ? { DATABASE_URL: postgres.url } : {}) } })
  beforeAll(async () => {
    shareKey(folder)
    postgres = database === 'postgres' ? await freshDatabase() : undefined
    server = await start()
    school = await new School(server).open()
  })
  afterAll(async () => {
    await server.close()
    await postgres?.drop()
    rmSync(folder, { recursive: true, force: true })
  })

  const restart = async () => {
    await server.close()
    server = await start()
  }
  const checked = async (mark: string) => {
    const file = await workbook([['设备编号', '设备名称'], ...[1, 2, 3].map((n) => [`${mark}${n}`, '示波器'])])
    const form = new FormData()
    form.append('courseId', school.courseId)
    form.append('file', new Blob([Uint8Array.from(file)]), '设备.xlsx')
    const { job } = (await server.call<{ job: string }>('POST', `${base}/importCheck`, { as: school.teacher, body: form })).body.result
    await expect.poll(() => phase(job), { timeout: 10_000 }).toBe('ready')
    return job
  }
  const view = (job: string) => server.call<JobView | null>('GET', `${base}/importJob`, { as: school.teacher, query: { job } })
  const phase = async (job: string) => (await view(job)).body.result?.phase
  const commit = (job: string) => server.call<Counted>('POST', `${base}/importCommit`, { as: school.teacher, body: { job, mode: 'all' } })
  const tasks = async () =>
    (await server.call<HomeTask[]>('GET', '/sys/homeTasks', { as: school.teacher })).body.result.flatMap(({ imports, count }) =>
      imports ? [`${imports.job} ${count}`] : [],
    )
  const devices = async (mark: string) => {
    const query = { courseId: school.courseId, facilityNum: `${mark}*` }
    return (await server.call<{ total: number }>('GET', `${base}/list`, { as: school.teacher, query })).body.result.total
  }

  test('has written nothing, still has the file among the tasks of its owner, and imports it once when told to', async () => {
    const job = await checked('A')
    await restart()
    expect(await devices('A')).toBe(0)
    expect(await tasks()).toEqual([`${job} 3`])
    expect((await commit(job)).body).toMatchObject({ success: true, result: { add: 3 } })
    expect(await devices('A')).toBe(3)
    await restart()
    expect(await tasks()).toEqual([])
    expect((await commit(job)).body).toMatchObject({ success: true, result: { add: 3 } })
    expect(await devices('A')).toBe(3)
  })

  test('shows the preview again to the window that is open', async () => {
    const job = await checked('B')
    await restart()
    await expect.poll(() => phase(job), { timeout: 10_000 }).toBe('ready')
    expect((await view(job)).body.result).toMatchObject({ rows: 3, counts: { add: 3, bad: 0 } })
  })

  test('says of a file that was given up what to do, not that something was not found', async () => {
    const job = await checked('C')
    await server.call('DELETE', `${base}/importJob`, { as: school.teacher, query: { job } })
    await restart()
    for (const { body } of [await view(job), await commit(job)])
      expect(body).toMatchObject({ success: false, message: '该文件已过期或已放弃导入，请重新选择文件！' })
    expect(await devices('C')).toBe(0)
  })

  test('still has the newest three files of a person, so that nobody fills the disk with them', async () => {
    const jobs: string[] = []
    for (const mark of ['P', 'Q', 'R', 'S']) jobs.push(await checked(mark))
    await restart()
    expect((await tasks()).map((task) => task.split(' ')[0])).toEqual(jobs.slice(1))
    expect((await commit(jobs[0] ?? '')).body.success).toBe(false)
    expect((await commit(jobs[3] ?? '')).body.result).toMatchObject({ add: 3 })
  })
})
