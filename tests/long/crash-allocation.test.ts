import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PlanAnswer } from '../../src/plugins/session-allocation/wire.ts'
import { prepareCourse, type CourseData } from '../../scripts/bench/prepare-course.ts'
import type { TestEnvelope } from '../support/build-app.ts'
import { onBothDatabases } from '../support/databases.ts'
import { freshDatabase } from '../support/postgres.ts'
import { serverPassword, startServer, type RunningServer } from '../support/start-server.ts'
import { callsTo, lookInto } from './server-calls.ts'
import { expectNone } from '../support/expect-none.ts'

const STUDENTS = 1000
const SESSIONS = 40
const ROUNDS = 4
const base = '/inspect/bhExperiGroup'

type Body = Readonly<Record<string, unknown>>

onBothDatabases('a server killed while it divides or seats a thousand students', (database) => {
  let data: CourseData
  let server: RunningServer
  let as: string
  let experiment = 0
  const folder = mkdtempSync(join(tmpdir(), 'shiyan-crash-'))
  let place: Awaited<ReturnType<typeof freshDatabase>> | undefined

  async function restart(): Promise<void> {
    const where = { database, dataDir: folder, ...(place ? { databaseUrl: place.url } : {}) }
    server = await startServer({ ...where, env: { DEMO: '0', LOG_LEVEL: 'error' } })
    as = await callsTo(server).signIn('admin', '1')
  }
  beforeAll(async () => {
    place = database === 'postgres' ? await freshDatabase() : undefined
    const url: Record<string, string> = place ? { DATABASE_URL: place.url } : {}
    const size = { classes: 2, classSize: STUDENTS / 2, devices: STUDENTS, rooms: 1, experiments: 3 * (ROUNDS + 1) }
    data = await prepareCourse({ DATA_DIR: folder, ADMIN_PASSWORD: serverPassword, ...url }, size)
    await restart()
  }, 120_000)
  afterAll(async () => {
    await server?.stop()
    await place?.drop()
    rmSync(folder, { recursive: true, force: true })
  })

  const post = <Result = unknown>(call: string, body: Body) =>
    callsTo(server)
      .call<Result>('POST', `${base}/${call}`, { as, body })
      .then((answer) => answer.body)
  async function must<Result = unknown>(call: string, body: Body): Promise<Result> {
    const answer = await post<Result>(call, body)
    if (!answer.success) throw new Error(`${call} was refused: ${answer.message}`)
    return answer.result
  }
  const count = async (statement: string): Promise<number> =>
    Number((await lookInto(server, `select count(*) as n from ${statement}`))[0]?.['n'])

  /** How long the call takes on a server that has just started. */
  async function secondsOf(call: string, body: Body): Promise<number> {
    await server.stop()
    await restart()
    const started = performance.now()
    await must(call, body)
    return performance.now() - started
  }

  /** Make the call, kill the server after a while, and restart it; returns the answer, if there was one. */
  async function killedAfter(milliseconds: number, call: string, body: Body): Promise<TestEnvelope | undefined> {
    const answer = post(call, body).catch(() => undefined)
    await pause(milliseconds)
    await server.stop('SIGKILL')
    const said = await answer
    await restart()
    return said
  }

  /**
   * Rounds of killing the server at a random moment of the call. Afterwards nothing or everything is stored, and everything if
   * the server acknowledged it; a second call completes it in the first case and changes nothing in the second.
   */
  async function killAndRetry(given: {
    readonly call: string
    body(): Promise<Body>
    stored(body: Body): Promise<unknown>
    readonly nothing: unknown
    readonly everything: unknown
  }): Promise<void> {
    const { call, stored, nothing, everything } = given
    const whole = await secondsOf(call, await given.body())
    const seen: string[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const body = await given.body()
      expect(await stored(body)).toEqual(nothing)
      const moment = whole * ((round + Math.random()) / ROUNDS)
      const said = await killedAfter(moment, call, body)
      const found = await stored(body)
      seen.push(`${Math.round(moment)} ms ${JSON.stringify(found)}`)
      expect([nothing, everything]).toContainEqual(found)
      if (said?.success) expect(found).toEqual(everything)
      const done = JSON.stringify(found) === JSON.stringify(everything)
      expect((await post(call, body)).success).toBe(!done)
      expect(await stored(body)).toEqual(everything)
      expect((await post(call, body)).success).toBe(false)
      expect(await stored(body)).toEqual(everything)
    }
    console.log(`${database} ${call}, whole in ${Math.round(whole)} ms, killed after: ${seen.join('; ')}`)
  }

  const divided = (sessions: number): Body => ({
    courseId: data.courseId,
    experiId: data.experiIds[experiment++],
    classIds: data.classIds.join(','),
    groupNum: sessions,
    groupStuNum: STUDENTS / sessions,
    facilityStuNum: 1,
  })
  /** Counts: sessions, members, different students, classes of sessions, and audit rows of sessions and members. */
  async function division({ experiId }: Body) {
    const ours = `where experi_id = '${String(experiId)}'`
    const audits = (table: string) =>
      count(`sys_audit where table_name = '${table}' and operation = 'add' and row_id in (select id from ${table} ${ours})`)
    return {
      sessions: await count(`bh_experi_group ${ours}`),
      members: await count(`bh_experi_group_stu ${ours}`),
      students: await count(`(select distinct stu_id from bh_experi_group_stu ${ours}) as s`),
      classes: await count(`bh_experi_group_class where experi_group_id in (select id from bh_experi_group ${ours})`),
      audits: (await audits('bh_experi_group')) + (await audits('bh_experi_group_stu')),
    }
  }
  const undivided = { sessions: 0, members: 0, students: 0, classes: 0, audits: 0 }
  const whollyDivided = { sessions: SESSIONS, members: STUDENTS, students: STUDENTS, classes: SESSIONS, audits: SESSIONS + STUDENTS }

  test('distributionGroup leaves all sessions with all members, or none, and can be called again', async () => {
    const body = async () => divided(SESSIONS)
    await killAndRetry({ call: 'distributionGroup', body, stored: division, nothing: undivided, everything: whollyDivided })
  })

  /** A plan of this many sessions, each on a different day. */
  async function plannedOn(year: number, sessions: number): Promise<Body> {
    const asked = divided(sessions)
    const plan = await must<PlanAnswer>('planGroup', asked)
    const day = (index: number) => new Date(Date.UTC(year, 0, index + 1)).toISOString().slice(0, 10)
    const placed = plan.sessions.map(({ groupName, students }, index) => ({
      groupName,
      students,
      startTime: `${day(index)} 08:00:00`,
      endTime: `${day(index)} 10:00:00`,
      experiAdressId: data.roomIds[0],
    }))
    return { ...asked, sessions: placed }
  }
  let year = 2030

  test('commitGroup does the same with a plan that has times and rooms', async () => {
    const body = () => plannedOn(year++, SESSIONS)
    await killAndRetry({ call: 'commitGroup', body, stored: division, nothing: undivided, everything: whollyDivided })
  })

  async function aFullSession(): Promise<Body> {
    const plan = await plannedOn(year++, 1)
    await must('commitGroup', plan)
    const [row] = await lookInto(server, `select id from bh_experi_group where experi_id = '${String(plan['experiId'])}'`)
    return { id: row?.['id'] }
  }
  /** Whether the session says it has seats, its seats, the students on them, its devices, and audit rows of both. */
  async function seating({ id }: Body) {
    const ours = `where experi_group_id = '${String(id)}'`
    const audits = (table: string) =>
      count(`sys_audit where table_name = '${table}' and operation = 'add' and row_id in (select id from ${table} ${ours})`)
    return {
      haveSeat: (await lookInto(server, `select have_seat from bh_experi_group where id = '${String(id)}'`))[0]?.['have_seat'],
      seats: await count(`bh_experi_seat ${ours}`),
      students: await count(`(select distinct stu_id from bh_experi_seat ${ours}) as s`),
      devices: await count(`(select distinct facility_id from bh_experi_group_facility ${ours}) as d`),
      audits: (await audits('bh_experi_seat')) + (await audits('bh_experi_group_facility')),
    }
  }

  test('initSeatFacility leaves all seats and devices, or none, and can be called again', async () => {
    await killAndRetry({
      call: 'initSeatFacility',
      body: aFullSession,
      stored: seating,
      nothing: { haveSeat: '否', seats: 0, students: 0, devices: 0, audits: 0 },
      everything: { haveSeat: '是', seats: STUDENTS, students: STUDENTS, devices: STUDENTS, audits: 2 * STUDENTS },
    })
    expectNone(server.errorLines())
  })
})
