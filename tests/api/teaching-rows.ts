import { untypedEngine, type Actor } from '../../engine/server/index.ts'
import type { TestAnswer, TestApp } from '../support/build-app.ts'
import type { CourseWorld } from './teaching-world.ts'
import type { NewRow } from './row-factory.ts'
import type { WorldRow } from './world.ts'

/** The server itself as actor, for rows that only its own rules write. */
export const server: Actor = { id: '', username: 'test', realname: '', role: '1', orgCode: '', permissions: new Set() }

let sessions = 0

/** A session of the course on one day, between these hours. */
export function aSession(world: CourseWorld, hours: readonly [from: string, to: string], change: NewRow = {}): NewRow {
  return {
    courseId: world.course.id,
    experiId: world.experiment.id,
    classIds: world.class.id,
    groupName: `${world.mark}第${++sessions}场`,
    seatNum: 400,
    facilityNum: 2,
    facilityStuNum: 2,
    startTime: `2026-10-12 ${hours[0]}:00`,
    endTime: `2026-10-12 ${hours[1]}:00`,
    experiAdressId: world.address.id,
    ...change,
  }
}

export const addSession = (app: TestApp, as: string, body: NewRow): Promise<TestAnswer<WorldRow>> =>
  app.call<WorldRow>('POST', '/inspect/bhExperiGroup/add', { as, body })

/** Write rows as the server's own rules do, without the restrictions of clients; answers their ids. */
export async function written(
  app: TestApp,
  entity: string,
  rows: readonly NewRow[],
  more: { operation?: 'add' | 'edit' | 'delete'; unlocked?: 'all' } = {},
): Promise<string[]> {
  const waive = entity === 'inspectionResult' ? ['score'] : []
  const outcomes = await untypedEngine(app.app.engine).write({
    entity,
    operation: 'add',
    rows,
    actor: server,
    fields: 'all',
    scope: 'none',
    waive,
    ...more,
  })
  return outcomes.map(({ id }) => id)
}

/** A session of the course with a member, a device, a seat, an item and a result of it; ids by entity. */
export async function sessionRows(app: TestApp, world: CourseWorld): Promise<Readonly<Record<string, string>>> {
  const within = { courseId: world.course.id, experiId: world.experiment.id }
  const one = async (entity: string, row: NewRow) => (await written(app, entity, [row]))[0] ?? ''
  const session = await one('session', aSession(world, ['08:00', '10:00']))
  const student = { experiGroupId: session, stuId: world.student.id }
  const sessionMember = await one('sessionMember', { ...student, experiId: world.experiment.id, classId: world.class.id })
  const sessionDevice = await one('sessionDevice', { experiGroupId: session, facilityId: world.equipment.id })
  const seated = { ...within, ...student, facilityId: world.equipment.id, seatnum: 1, smallGroup: 1, tjh: `${world.mark}套件` }
  const seat = await one('seat', seated)
  const item = { ...within, inspectName: `${world.mark}考察项`, inspectType: '1' }
  const inspectionItem = await one('inspectionItem', item)
  const result = { ...within, ...student, inspectionId: inspectionItem, seatId: seat, score: 80, comment: `${world.mark}评语` }
  const inspectionResult = await one('inspectionResult', result)
  const place = { ...within, ...student, inspectionId: inspectionItem, seatId: seat, facilityId: world.equipment.id }
  const helpRequest = await one('helpRequest', {
    ...place,
    inspectionResultId: inspectionResult,
    content: `${world.mark}求助`,
    openKey: session,
  })
  return { session, sessionMember, sessionDevice, seat, inspectionItem, inspectionResult, helpRequest }
}

/** Mark a session as one with results, which closes what belongs to it. */
export const close = (app: TestApp, id: string): Promise<string[]> =>
  written(app, 'session', [{ id, haveInspect: '是' }], { operation: 'edit' })
