import { afterAll, beforeAll, test } from 'vitest'
import type { AnyField } from '../../engine/schema/index.ts'
import { testApp, type TestApp } from '../support/build-app.ts'
import { onBothDatabases } from '../support/databases.ts'
import { loaded } from '../schemas/load.ts'
import { leakIn, strangers, tables } from './strangers.ts'
import type { CourseWorld } from './teaching-world.ts'
import { auditCount, stored } from './world.ts'
import { expectNone } from '../support/expect-none.ts'

/** Targets of params that do not declare one. */
const meant: Readonly<Record<string, string>> = {
  courseId: 'course',
  experiId: 'experiment',
  experiGroupId: 'session',
  experiSeatId: 'seat',
  classId: 'class',
  classIds: 'class',
  from: 'seat',
  to: 'seat',
}

const names = ['experiment', 'session', 'sessionMember', 'sessionDevice', 'seat', 'inspectionItem']
const calls = loaded
  .filter((entity) => names.includes(entity.name))
  .flatMap((entity) =>
    Object.entries(entity.calls ?? {}).flatMap(([name, call]) =>
      call.verbs.map((verb) => ({ entity: String(entity.name), verb, path: call.path ?? name, base: entity.endpoints.base, call })),
    ),
  )
  .map((one) => ({ ...one, path: one.path.startsWith('/') ? one.path : `${one.base}/${one.path}` }))

/** The study number of a course's student. */
const numberOf = ({ mark }: Pick<CourseWorld, 'mark'>): string => `${mark}01`

/** A value of the course for a param, or else one of the right type. */
function valueOf(entity: string, [key, field]: readonly [string, AnyField], { ids, mark, student }: CourseWorld): string {
  if (key === 'id') return ids[entity] ?? ''
  if (key === 'ids') return [ids['equipment'], ids[entity], student.id].join()
  const target = 'to' in field ? field.to : (meant[key] ?? '')
  const known = ids[target]
  if (known) return known
  if (key === 'studyNumber') return numberOf({ mark })
  return field.type === 'number' || field.type === 'switch' ? '1' : field.type === 'json' ? '[]' : field.type === 'select' ? 'noChoose' : ''
}

onBothDatabases('calls with ids from a stranger’s course', (database) => {
  let app: TestApp
  let mine: CourseWorld
  let theirs: CourseWorld
  beforeAll(async () => {
    app = await testApp({ database })
    ;({ mine, theirs } = await strangers(app))
  })
  afterAll(() => app.close())

  /** Every stored row that belongs to the stranger's course, or refers to it. */
  async function foreignRows(): Promise<string[]> {
    const rows = (await Promise.all(tables.map((table) => stored(app, table)))).flat().map((row) => JSON.stringify(row))
    return rows.filter((row) => leakIn(row, theirs))
  }

  test.for(calls.map((one) => [`${one.verb} ${one.path}`, one] as const))(
    '%s: shows and changes nothing of it, with all params foreign and with each single one',
    async ([, { entity, verb, path, call }]) => {
      const params = Object.entries(call.params ?? {})
      const filled = (of: (key: string) => CourseWorld) =>
        Object.fromEntries(
          params.map((param): [string, string] => [param[0], valueOf(entity, param, of(param[0]))]).filter(([, value]) => value !== ''),
        )
      const queries = [filled(() => theirs), ...params.map(([foreign]) => filled((key) => (key === foreign ? theirs : mine)))]
      const problems: string[] = []
      for (const as of [mine.teacher.token, mine.helper.token, mine.learner]) {
        for (const [n, query] of queries.entries()) {
          const [before, audits] = [await foreignRows(), await auditCount(app)]
          const answer = await app.call(verb, path, { as, ...(verb === 'POST' ? { body: query } : { query }) })
          const sent = Object.values(query).flatMap((value) => String(value).split(','))
          const shown = sent.includes(numberOf(theirs)) ? answer.raw.toString().replaceAll(numberOf(theirs), '') : answer.raw.toString()
          const leak = leakIn(shown, theirs, sent)
          if (leak) problems.push(`${JSON.stringify(query)} shows ${leak}`)
          if ((await foreignRows()).join() !== before.join()) problems.push(`${JSON.stringify(query)} changes its rows`)
          if (n === 0 && (await auditCount(app)) !== audits) problems.push(`${JSON.stringify(query)} writes`)
        }
      }
      expectNone(problems)
    },
  )
})
