import { Refused, type CallContext, type CallParams, type Tx } from '../../../../engine/server/index.ts'
import { turnOf } from '../../../teaching/turns.ts'
import { ownSeatRow, type SeatContext } from './places.ts'

interface Group {
  readonly groupName: string
  readonly seatNum: number
  readonly facilityNum: number
  readonly facilityStuNum: number
  readonly classIds: readonly string[]
}

/** The sessions of an experiment with their classes, in the order in which they were made. */
async function groupsOf(tx: Tx, experiId: string): Promise<Group[]> {
  const groups = await tx
    .selectFrom('bh_experi_group')
    .selectAll()
    .where('experi_id', '=', experiId)
    .orderBy('create_time')
    .orderBy('id')
    .execute()
  const links = await tx
    .selectFrom('bh_experi_group_class as l')
    .innerJoin('bh_experi_group as g', 'g.id', 'l.experi_group_id')
    .select(['l.experi_group_id as session', 'l.class_id as room'])
    .where('g.experi_id', '=', experiId)
    .execute()
  const classes = Map.groupBy(links, ({ session }) => session)
  return groups.map((row) => ({
    groupName: row.group_name,
    seatNum: row.seat_num,
    facilityNum: row.facility_num,
    facilityStuNum: row.facility_stu_num,
    classIds: (classes.get(row.id) ?? []).map(({ room }) => room),
  }))
}

/** The latest other experiment of the course that has sessions. */
async function modelExperiment(tx: Tx, experiment: { courseId: string; experiId: string }): Promise<string | undefined> {
  const row = await tx
    .selectFrom('bh_experi as e')
    .select('e.id')
    .where('e.course_id', '=', experiment.courseId)
    .where('e.id', '<>', experiment.experiId)
    .where(({ exists, selectFrom }) => exists(selectFrom('bh_experi_group as g').select('g.id').whereRef('g.experi_id', '=', 'e.id')))
    .orderBy('e.create_time', 'desc')
    .orderBy('e.id', 'desc')
    .executeTakeFirst()
  return row?.id
}

/** One session for each class of the course. */
async function groupPerClass(tx: Tx, courseId: string): Promise<Group[]> {
  const rows = await tx
    .selectFrom('bh_class as c')
    .leftJoin('bh_class_stu as s', 's.class_id', 'c.id')
    .select(({ fn }) => ['c.id as id', 'c.class_name as name', fn.count<number>('s.stu_id').as('students')])
    .where('c.course_id', '=', courseId)
    .groupBy(['c.id', 'c.class_name'])
    .orderBy('c.class_name')
    .execute()
  return rows.map((row) => {
    const places = Math.min(Math.max(row.students, 1), 1000)
    return { groupName: row.name, seatNum: places, facilityNum: places, facilityStuNum: 1, classIds: [row.id] }
  })
}

async function missingGroups(tx: Tx, experiment: { courseId: string; experiId: string }): Promise<Group[]> {
  const present = await groupsOf(tx, experiment.experiId)
  const names = new Set(present.map(({ groupName }) => groupName))
  const from = await modelExperiment(tx, experiment)
  if (from !== undefined) return (await groupsOf(tx, from)).filter(({ groupName }) => !names.has(groupName))
  const served = new Set(present.flatMap(({ classIds }) => classIds))
  const rooms = await groupPerClass(tx, experiment.courseId)
  if (rooms.length === 0) throw new Refused('该课程没有班级，不能初始化场次！')
  return rooms.filter(({ groupName, classIds }) => !names.has(groupName) && !classIds.some((id) => served.has(id)))
}

async function copySessions({ tx, engine, actor }: SeatContext, experiId: string): Promise<number> {
  const experiment = await tx.selectFrom('bh_experi').selectAll().where('id', '=', experiId).executeTakeFirst()
  if (experiment?.have_inspection_result !== 0) throw new Refused('该实验已有考察结果，不能初始化场次！')
  const courseId = experiment.course_id
  const missing = await missingGroups(tx, { courseId, experiId })
  if (missing.length === 0) throw new Refused('该实验的场次已初始化，不能重复操作！')
  const rows = missing.map((group) => ({ ...group, classIds: group.classIds.join(','), courseId, experiId }))
  const waive = ['startTime', 'endTime', 'experiAdressId'] as const
  await engine.write({ entity: 'session', operation: 'add', rows, actor, waive }, tx)
  return rows.length
}

/** Give an experiment the sessions it lacks: those of the course's latest experiment, or else one for each class. */
async function initExperiSeatData(call: CallContext<CallParams<'experiment', 'initExperiSeatData'>>) {
  const { engine, actor, once } = call
  const { id } = call.params
  await ownSeatRow(call, 'experiment', id)
  const count = await once((tx) => copySessions({ engine, actor, tx }, id), turnOf.experiment(id))
  return { result: count }
}

export const experimentCalls = { initExperiSeatData }
