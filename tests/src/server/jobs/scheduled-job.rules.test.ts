import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../support/build-app.ts'
import { onBothDatabases } from '../../../support/databases.ts'

const base = '/sys/quartzJob'
const never = '0 0 0 1 1 ? 2099'
const eachSecond = '* * * * * ? *'

interface Run {
  readonly outcome: string
  readonly cause: string
  readonly output: string
  readonly duration: number
}

onBothDatabases('scheduled jobs', (database) => {
  let app: TestApp
  let admin: string
  beforeAll(async () => {
    app = await testApp({ database })
    admin = await app.signIn('admin', '1')
    await app.app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(() => app.close())

  const add = async (body: object) =>
    (
      await app.call<{ id: string }>('POST', `${base}/add`, {
        as: admin,
        body: { jobClassName: 'SampleJob', cronExpression: never, ...body },
      })
    ).body
  const ask = async (call: 'pause' | 'resume' | 'execute', id: string) =>
    (await app.call('GET', `${base}/${call}`, { as: admin, query: { id } })).body
  const runs = async (jobId: string): Promise<readonly Run[]> => {
    const { body } = await app.call<{ records: Run[] }>('GET', '/sys/quartzJobRun/list', { as: admin, query: { jobId, pageSize: 100 } })
    return body.result.records
  }
  /** How many runs of each job its list says are under way. */
  const running = async (id: string) => {
    const { body } = await app.call<{ records: { id: string; running: number }[] }>('GET', `${base}/list`, { as: admin })
    const one = await app.call<{ running: number }>('GET', `${base}/queryById`, { as: admin, query: { id } })
    return [body.result.records.find((row) => row.id === id)?.running, one.body.result.running]
  }
  const ended = async (jobId: string, count: number) =>
    expect.poll(async () => (await runs(jobId)).filter(({ outcome }) => outcome !== 'running').length, { timeout: 10_000 }).toBe(count)

  test('each sentence about an expression, a class and a parameter', async () => {
    expect((await add({ jobClassName: '' })).message).toBe('请输入任务类名!')
    expect((await add({ jobClassName: 'java.lang.Runtime' })).details).toHaveProperty('jobClassName')
    expect((await add({ cronExpression: '' })).message).toBe('请输入cron表达式!')
    expect((await add({ cronExpression: `${eachSecond} *` })).message).toBe('Cron表达式最多7项！')
    expect((await add({ cronExpression: '* * * * * ? abc' })).message).toBe('Cron表达式参数[年]错误')
    expect((await add({ cronExpression: '99 * * * * ?' })).message).toBe('Cron表达式错误')
    const days = { jobClassName: 'ClearLoginLogJob', parameter: 'many' }
    expect((await add(days)).details).toEqual({ parameter: '参数是保留的天数，只能是1到9999的整数' })
  })

  test('a job that nobody described runs every second; paused it rests, resumed it runs again', async () => {
    const { result, message } = await add({ cronExpression: undefined })
    expect(message).toBe('创建定时任务成功')
    await expect.poll(async () => (await runs(result.id)).length, { timeout: 10_000 }).toBeGreaterThan(2)
    expect(await ask('pause', result.id)).toMatchObject({ success: true, message: '暂停定时任务成功' })
    const counted = (await runs(result.id)).length
    await new Promise((wait) => setTimeout(wait, 2_500))
    const rested = (await runs(result.id)).length
    expect(rested).toBeLessThanOrEqual(counted + 1)
    expect(await ask('resume', result.id)).toMatchObject({ success: true, message: '恢复定时任务成功' })
    await expect.poll(async () => (await runs(result.id)).length, { timeout: 10_000 }).toBeGreaterThan(rested)
    await app.call('DELETE', `${base}/delete`, { as: admin, query: { id: result.id } })
    expect(await app.app.engine.db.read.selectFrom('sys_job_clock').select('id').where('job_id', '=', result.id).execute()).toEqual([])
  })

  test('by hand a job runs once, also while it is stopped, and its log says what it did', async () => {
    const { result } = await add({ status: -1, parameter: 'scott' })
    expect(await ask('execute', result.id)).toMatchObject({ success: true, message: '执行成功!' })
    await ended(result.id, 1)
    expect((await runs(result.id))[0]).toMatchObject({ outcome: 'done', cause: 'hand', output: '示例任务已执行，参数：scott' })
    expect((await runs(result.id))[0]?.duration).toBeGreaterThanOrEqual(0)
    expect((await ask('execute', 'nobody')).success).toBe(false)
  })

  test('a job that is deleted takes with it what was asked for by hand', async () => {
    const { result } = await add({ status: -1 })
    const { db } = app.app.engine
    const clock = db.read.selectFrom('sys_job_clock').select('id').where('job_id', '=', result.id)
    const far = { id: 'far', job_id: result.id, cause: 'hand', due: Date.now() + 60 * 60_000 }
    await db.write((tx) => tx.insertInto('sys_job_clock').values(far).execute())
    expect((await app.call('DELETE', `${base}/delete`, { as: admin, query: { id: result.id } })).body.success).toBe(true)
    expect(await clock.execute()).toEqual([])
  })

  test('what was missed for hours is made up for once', async () => {
    const { result } = await add({ cronExpression: '0 * * * * ?', status: -1 })
    await ask('resume', result.id)
    const missed = Date.now() - 3 * 60 * 60_000
    await app.app.engine.db.write((tx) => tx.updateTable('sys_job_clock').set({ due: missed }).where('id', '=', result.id).execute())
    await ended(result.id, 1)
    const clock = app.app.engine.db.read.selectFrom('sys_job_clock').select('due').where('id', '=', result.id)
    expect((await clock.executeTakeFirstOrThrow()).due).toBeGreaterThan(missed + 3 * 60 * 60_000)
    await ask('pause', result.id)
  })

  test('a job is shown as running while a node runs it; a run whose node is gone is noted as such, and the job runs again', async () => {
    const { result } = await add({ status: -1 })
    const other = await add({ status: -1 })
    expect(await running(result.id)).toEqual([0, 0])
    const gone = { id: `gone-${result.id}`, job_id: result.id, begin_time: '2026-11-01 00:00:00', cause: 'schedule', outcome: 'running' }
    const lease = { node: 'gone', due: 0, lease: Date.now() + 1_500 }
    await app.app.engine.db.write((tx) =>
      tx
        .insertInto('sys_job_run')
        .values({ ...gone, ...lease })
        .execute(),
    )
    expect([await running(result.id), await running(other.result.id)]).toEqual([
      [1, 1],
      [0, 0],
    ])
    expect(await ask('execute', result.id)).toMatchObject({ success: false, message: '任务正在运行，请稍后再试！' })
    await ended(result.id, 1)
    expect(await running(result.id)).toEqual([0, 0])
    expect((await runs(result.id))[0]).toMatchObject({ outcome: 'lost', output: '运行的节点中断，没有运行完' })
    await ask('execute', result.id)
    await ended(result.id, 2)
  })

  /** A run of a job on another node that goes on until `end`. */
  const runElsewhere = async (jobId: string) => {
    const { db } = app.app.engine
    const id = `elsewhere-${jobId}`
    const row = { id, job_id: jobId, begin_time: '2026-11-01 00:00:00', cause: 'schedule', outcome: 'running', node: 'other', due: 0 }
    await db.write((tx) =>
      tx
        .insertInto('sys_job_run')
        .values({ ...row, lease: Date.now() + 60_000 })
        .execute(),
    )
    return { end: () => db.write((tx) => tx.updateTable('sys_job_run').set({ outcome: 'done' }).where('id', '=', id).execute()) }
  }
  const clockOf = (jobId: string) =>
    app.app.engine.db.read.selectFrom('sys_job_clock').select(['cause', 'due']).where('job_id', '=', jobId).execute()

  test('what was asked for by hand just before a run began is done after it; firings of the schedule that are due meanwhile are left out', async () => {
    const { result } = await add({ cronExpression: eachSecond, status: -1 })
    const other = await runElsewhere(result.id)
    // As `execute` leaves it when the run begins a moment later.
    const hand = { id: `hand-${result.id}`, job_id: result.id, cause: 'hand', due: Date.now() }
    await app.app.engine.db.write((tx) => tx.insertInto('sys_job_clock').values(hand).execute())
    await ask('resume', result.id)
    const due = async () => (await clockOf(result.id)).find(({ cause }) => cause === 'schedule')?.due ?? 0
    const first = await due()
    await expect.poll(due, { timeout: 10_000 }).toBeGreaterThan(first + 2_000)
    await ask('pause', result.id)
    expect((await runs(result.id)).map(({ outcome }) => outcome)).toEqual(['running'])
    await other.end()
    await ended(result.id, 2)
    expect((await runs(result.id)).map(({ cause }) => cause).sort()).toEqual(['hand', 'schedule'])
  })

  test('a job of a class that this release does not know waits for one that does, and can be stopped here', async () => {
    const { result } = await add({ cronExpression: eachSecond })
    const { db } = app.app.engine
    await db.write(async (tx) => {
      const later = 'LaterJob' as 'SampleJob'
      await tx.updateTable('sys_quartz_job').set({ job_class_name: later }).where('id', '=', result.id).execute()
      await tx.deleteFrom('sys_job_run').where('job_id', '=', result.id).execute()
      await tx.updateTable('sys_job_clock').set({ due: 1 }).where('job_id', '=', result.id).execute()
    })
    const known = await add({ cronExpression: eachSecond })
    await expect.poll(async () => (await runs(known.result.id)).length, { timeout: 10_000 }).toBeGreaterThan(1)
    await ask('pause', known.result.id)
    expect([await clockOf(result.id), await runs(result.id)]).toEqual([[{ cause: 'schedule', due: 1 }], []])
    expect(await ask('pause', result.id)).toMatchObject({ success: true })
    expect(await clockOf(result.id)).toEqual([])
  })

  test('old lines of the login log and old runs are deleted, new ones stay', async () => {
    const { engine } = app.app
    const line = { username: 'old', kind: 'login', ok: 1, at: '2020-01-01 00:00:00', day: '2020-01-01' }
    await engine.db.write((tx) =>
      tx
        .insertInto('sys_login_log')
        .values([{ id: 'old-1', ...line }])
        .execute(),
    )
    const { result } = await add({ jobClassName: 'ClearLoginLogJob', parameter: '30', status: -1 })
    await ask('execute', result.id)
    await ended(result.id, 1)
    expect((await runs(result.id))[0]?.output).toBe('删除了 1 条 30 天以前的记录')
    const left = await engine.db.read.selectFrom('sys_login_log').select('day').execute()
    expect(left.length).toBeGreaterThan(0)
    expect(left.every(({ day }) => day > '2020-01-01')).toBe(true)
  })
})
