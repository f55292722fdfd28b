import type { WorldRow } from '../api/world.ts'
import { serverPassword } from '../support/start-server.ts'
import type { Journey } from './journey.ts'
import { callAs, smallSession } from './small-session.ts'

interface MenuNode {
  readonly id: string
  readonly path: string
  readonly children?: readonly MenuNode[]
}
const nodesOf = (nodes: readonly MenuNode[]): readonly MenuNode[] => nodes.flatMap((node) => [node, ...nodesOf(node.children ?? [])])

/** Adds rows that the demo lacks, so that some row allows each action: rows of a course in which nothing is locked yet. */
export async function makeOpenRows(journey: Pick<Journey, 'server'>): Promise<void> {
  const { call, session, students, devices } = await smallSession(journey)
  const { courseId, semester, experiId } = session
  const place = { courseId, experiId, experiGroupId: session.id }
  const colleague = await callAs(journey, 'teacher2')
  await colleague('POST', '/inspect/bhCourse/add', { courseTitle: '还没发布的课程', semester, studentType: '1' })
  await call('POST', '/inspect/bhExperiGroup/groupAddStu', { ...place, ids: students[0]?.['stuId'] })
  await call('POST', '/inspect/bhExperiGroup/groupAddFacility', {
    ...place,
    ids: devices
      .slice(0, 3)
      .map(({ id }) => id)
      .join(),
  })
  await call('POST', '/inspect/bhExperiGroup/initSeatFacility', { id: session.id })
  await call('POST', '/inspect/bhInspection/add', { courseId, experiId, inspectName: '还没开始的考察项', inspectType: '1' })
  const { classIds, experiAdressId, facilityStuNum } = session
  const numbers = { seatNum: 2, facilityNum: 1, facilityStuNum }
  const time = { startTime: '2026-11-24 08:00:00', endTime: '2026-11-24 10:00:00' }
  await call('POST', '/inspect/bhExperiGroup/add', {
    courseId,
    experiId,
    classIds,
    experiAdressId,
    groupName: '第2场',
    ...numbers,
    ...time,
  })
  const manager = await callAs(journey, 'admin', serverPassword)
  await manager('POST', '/sys/selectRole', { username: 'admin', roleCode: '1' })
  const user = async (username: string) => (await manager<{ records: WorldRow[] }>('GET', '/sys/user/list', { username })).records[0]?.id
  await call('POST', '/inspect/bhCourseTeacher/addTeachers', { courseId, ids: await user('teacher2') })
  await manager('POST', '/sys/user/frozenBatch', { ids: await user('2025010050'), status: 2 })
  const agency = { startTime: '2026-11-24 08:00:00', endTime: '2026-11-30 08:00:00', status: '1' }
  await manager('POST', '/sys/sysUserAgent/add', { userName: 'teacher1', agentUserName: 'teacher2', ...agency })
  const [department] = (await manager<{ records: WorldRow[] }>('GET', '/sys/sysDepart/list', {})).records
  await manager('POST', '/sys/sysDepartRole/add', { departId: department?.id, roleName: '值班', roleCode: 'duty' })
  const { menu } = await manager<{ menu: MenuNode[] }>('GET', '/sys/permission/getUserPermissionByToken', {})
  const permissionId = nodesOf(menu).find(({ path }) => path === '/identity/student')?.id
  const rule = { ruleName: '本人创建', ruleColumn: 'createBy', ruleConditions: '=', ruleValue: '#{sys_user_code}' }
  await manager('POST', '/sys/permission/addPermissionRule', { permissionId, ...rule })
}
