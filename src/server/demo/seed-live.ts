import { Readable } from 'node:stream'
import type { AddedRow, Engine } from '../../../engine/server/index.ts'
import { SCORED, SUBMITTED } from '../../../schemas/teaching/submission-states.ts'
import { YES } from '../../../schemas/teaching/yes-no.ts'
import { asSystem } from '../access/system-actor.ts'
import { timeText } from '../clock.ts'
import type { StoreSettings } from '../files/storage.ts'
import { openFileStore, type FileStore } from '../files/store.ts'
import { noteFile } from '../files/stored-rows.ts'
import type { DemoWriter } from './demo-writer.ts'
import { scopePicture } from './picture.ts'

const GROUPS = 8
const GROUP_SIZE = 2
const items = ['静态工作点测量', '电压放大倍数测量'] as const

/** How many of the first item's results are scored, and how many wait; fewer are submitted for the second item. */
const MOST_SCORED = 4
const MOST_WAITING = [6, 2] as const
const scores = [92, 85.5, 78, 88] as const
const questions = ['示波器没有波形', '输出波形失真，不知如何调整', '电源指示灯不亮'] as const

type Result = AddedRow<'inspectionResult'>
/** What a result copies from its seat. */
type Place = Pick<Result, 'courseId' | 'experiId' | 'facilityId' | 'seatId'> & {
  readonly experiGroupId: string
  readonly stuId: string
}

interface Live {
  readonly engine: Engine
  readonly writer: DemoWriter
  readonly store: FileStore
  readonly courseId: string
  readonly teacherId: string
}

/** A lesson that is on now, whatever the hour at which somebody tries the product. */
function lessonHours(): { startTime: string; endTime: string } {
  const [day, time = ''] = timeText().split(' ')
  const [from, to] = time >= '08:00' && time < '21:00' ? ['08:00:00', '22:00:00'] : ['00:00:00', '23:59:00']
  return { startTime: `${day} ${from}`, endTime: `${day} ${to}` }
}

const ago = (minutes: number): string => timeText(Date.now() - minutes * 60_000)

/** The first ids of a table in the course, in the order in which they were created. */
async function firstOf(
  { engine, courseId }: Live,
  table: 'bh_experi' | 'bh_experi_adress' | 'bh_facility',
  count: number,
): Promise<string[]> {
  const rows = await engine.db.read.selectFrom(table).select('id').where('course_id', '=', courseId).orderBy('id').limit(count).execute()
  return rows.map((row) => row.id)
}

/** The students of the course's first class. */
async function classMates(
  { engine, courseId }: Live,
  count: number,
): Promise<{ readonly room: string; readonly students: readonly string[] }> {
  const room = await engine.db.read.selectFrom('bh_class').select('id').where('course_id', '=', courseId).orderBy('id').executeTakeFirst()
  const rows = await engine.db.read
    .selectFrom('bh_class_stu')
    .select('stu_id')
    .where('class_id', '=', room?.id ?? '')
    .orderBy('id')
    .limit(count)
    .execute()
  return { room: room?.id ?? '', students: rows.map((row) => row.stu_id) }
}

/** A session of today with two students per device; answers what a result copies from its seat. */
async function seatClass(live: Live): Promise<{ readonly experiId: string; readonly places: readonly Place[] }> {
  const { writer, courseId } = live
  const [experiId = ''] = await firstOf(live, 'bh_experi', 2).then((ids) => ids.slice(1))
  const [experiAdressId] = await firstOf(live, 'bh_experi_adress', 1)
  const devices = await firstOf(live, 'bh_facility', GROUPS)
  const { room, students } = await classMates(live, GROUPS * GROUP_SIZE)
  const times = lessonHours()
  const sizes = { seatNum: students.length, facilityNum: GROUPS, facilityStuNum: GROUP_SIZE }
  const within = { courseId, experiId }
  const [experiGroupId = ''] = await writer.add('session', [
    { ...within, ...sizes, ...times, groupName: '第1场', classIds: room, experiAdressId, haveSeat: YES },
  ])
  await writer.add(
    'sessionMember',
    students.map((stuId) => ({ experiGroupId, stuId })),
  )
  await writer.add(
    'sessionDevice',
    devices.map((facilityId, index) => ({ experiGroupId, facilityId, smallGroup: index + 1 })),
  )
  const seats = students.map((stuId, index) => {
    const group = Math.floor(index / GROUP_SIZE)
    const place = { ...within, experiGroupId, stuId, facilityId: devices[group] }
    return { ...place, seatnum: index + 1, smallGroup: group + 1, tjh: `M${String(group + 1).padStart(2, '0')}` }
  })
  const ids = await writer.add('seat', seats)
  const places = seats.map(({ stuId, facilityId }, index) => ({ ...within, experiGroupId, stuId, facilityId, seatId: ids[index] }))
  return { experiId, places }
}

/** A stored picture uploaded by the student. */
async function photo({ engine, store }: Live, studentId: string, seed: number): Promise<string> {
  const picture = scopePicture(seed)
  const at = store.placeFor('inspection', 'png')
  const values = { ...at, biz: 'inspection', name: `波形${seed + 1}.png`, type: 'image/png', size: picture.length }
  await noteFile(engine, { ...values, userId: studentId })
  await store.keep(await store.receive(Readable.from([picture])), at, values.type)
  return at.path
}

/** One result: scored, waiting or not submitted yet, depending on its number among those of its item. */
async function resultOf(
  live: Live,
  place: Place & { readonly inspectionId: string },
  at: { readonly item: number; readonly number: number },
): Promise<Result> {
  const { item, number } = at
  const scored = item === 0 ? MOST_SCORED : 0
  const waiting = MOST_WAITING[item] ?? 0
  if (number >= scored + waiting) return place
  const seed = item * 20 + number
  const paths = [await photo(live, place.stuId, seed), ...(number % 3 === 0 ? [await photo(live, place.stuId, seed + 7)] : [])]
  const submitted = {
    ...place,
    filePaths: paths.join(','),
    submitStatus: SUBMITTED,
    submitCount: 1,
    submitTime: ago(40 - number * 3 - item * 5),
  }
  if (number >= scored) return submitted
  const mark = { score: scores[number], comment: '操作规范，数据合理', markerId: live.teacherId, markTime: ago(20 - number * 2) }
  return { ...submitted, ...mark, submitStatus: SCORED }
}

async function seedResults(live: Live, places: readonly Place[], itemIds: readonly string[]): Promise<string[]> {
  const rows: Result[] = []
  for (const [item, inspectionId] of itemIds.entries())
    for (const [number, place] of places.entries()) rows.push(await resultOf(live, { ...place, inspectionId }, { item, number }))
  const outcomes = await live.engine.write({ entity: 'inspectionResult', operation: 'add', rows, ...asSystem, waive: ['score'] })
  return outcomes.map(({ id }) => id)
}

/** Three groups wait for help with the second item. */
function helpRows(places: readonly Place[], inspectionId: string, resultIds: readonly string[]): AddedRow<'helpRequest'>[] {
  return questions.flatMap((content, n) => {
    const index = 3 + n * 2 * GROUP_SIZE
    const place = places[index]
    if (!place) return []
    const openKey = [place.experiGroupId, inspectionId, place.facilityId].join(' ')
    return [{ ...place, inspectionId, inspectionResultId: resultIds[places.length + index], content, openKey }]
  })
}

/**
 * A session on the day of the first start, in progress: students at their benches, some with photos submitted, some scored, some
 * waiting for help.
 */
export async function seedLive(given: Omit<Live, 'store'> & { readonly settings: StoreSettings }): Promise<void> {
  const live: Live = { ...given, store: openFileStore(given.settings, console.warn) }
  const { engine, writer, courseId } = live
  const { experiId, places } = await seatClass(live)
  const itemIds = await writer.add(
    'inspectionItem',
    items.map((inspectName) => ({ courseId, experiId, inspectName, inspectType: '1' })),
  )
  const results = await seedResults(live, places, itemIds)
  await writer.add('helpRequest', helpRows(places, itemIds[1] ?? '', results))
  const edit = { operation: 'edit', ...asSystem } as const
  await engine.write({ ...edit, entity: 'session', rows: [{ id: places[0]?.experiGroupId ?? '', haveInspect: YES }] })
  await engine.write({ ...edit, entity: 'experiment', rows: [{ id: experiId, haveInspectionResult: 1 }] })
  const marked = itemIds.map((id) => ({ id, haveInspectionResult: 1 as const }))
  await engine.write({ ...edit, entity: 'inspectionItem', rows: marked })
}
