import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { HomeTask } from '../../../../../src/dashboard/home-figures.ts'
import { hasPostgres } from '../../../../support/databases.ts'
import { twoNodes, type TwoNodes } from '../../../../support/two-nodes.ts'
import { School, type Counted } from '../school.ts'
import { workbook } from '../workbook-files.ts'

const base = '/inspect/bhFacility'

describe.skipIf(!hasPostgres())('an import that waits for confirmation, on two nodes', () => {
  let nodes: TwoNodes
  let school: School
  beforeAll(async () => {
    nodes = await twoNodes()
    school = await new School(nodes.one).open()
  })
  afterAll(() => nodes.close())

  const sheet = async (mark: string) =>
    school.uploaded(base, await workbook([['设备编号', '设备名称'], ...[1, 2, 3].map((n) => [`${mark}${n}`, '示波器'])]), {
      courseId: school.courseId,
    })
  const commit = (node: TwoNodes['one'], job: string, as = school.teacher) =>
    node.call<Counted>('POST', `${base}/importCommit`, { as, body: { job, mode: 'all' } })
  const view = (node: TwoNodes['one'], job: string) =>
    node.call<{ phase: string }>('GET', `${base}/importJob`, { as: school.teacher, query: { job } })
  const numbersOf = async (mark: string) =>
    (await school.listDevices()).filter(({ facilityNum }) => String(facilityNum).startsWith(mark)).length

  test('is confirmed on the node that did not read the file, and both know that it is done', async () => {
    const job = await sheet('A')
    expect((await commit(nodes.other, job)).body).toMatchObject({ success: true, result: { add: 3 } })
    expect(await numbersOf('A')).toBe(3)
    await expect.poll(async () => (await view(nodes.one, job)).body.result.phase, { timeout: 10_000 }).toBe('done')
    expect((await commit(nodes.one, job)).body).toMatchObject({ success: true, result: { add: 3 } })
    expect(await numbersOf('A')).toBe(3)
  })

  test('is written once when both nodes are told to at once', async () => {
    const job = await sheet('B')
    const ready = async (node: TwoNodes['one']) =>
      expect.poll(async () => (await view(node, job)).body.result.phase, { timeout: 10_000 }).toBe('ready')
    await Promise.all([ready(nodes.one), ready(nodes.other)])
    const answers = await Promise.all([commit(nodes.one, job), commit(nodes.other, job)])
    for (const { body } of answers) expect(body).toMatchObject({ success: true, result: { add: 3 } })
    expect(await numbersOf('B')).toBe(3)
    for (const node of [nodes.one, nodes.other]) expect((await commit(node, job)).body).toMatchObject({ success: true, result: { add: 3 } })
    expect(await numbersOf('B')).toBe(3)
  })

  test('stands among the tasks of its owner on both nodes, with its rows, until one of them is told to forget it', async () => {
    const job = await sheet('D')
    const tasks = async (node: TwoNodes['one']) =>
      (await node.call<HomeTask[]>('GET', '/sys/homeTasks', { as: school.teacher })).body.result.flatMap(({ imports, panel, count }) =>
        imports?.job === job ? [`${panel} ${count}`] : [],
      )
    for (const node of [nodes.other, nodes.one]) await expect.poll(() => tasks(node), { timeout: 10_000 }).toEqual(['todo 3'])
    const dropped = await nodes.other.call('DELETE', `${base}/importJob`, { as: school.teacher, query: { job } })
    expect(dropped.body.success).toBe(true)
    for (const node of [nodes.one, nodes.other]) expect(await tasks(node)).toEqual([])
    expect((await commit(nodes.one, job)).body.success).toBe(false)
    expect(await numbersOf('D')).toBe(0)
  })

  test('is nobody else’s on any node', async () => {
    const job = await sheet('C')
    expect((await commit(nodes.other, job, school.admin)).body.success).toBe(false)
    expect(await numbersOf('C')).toBe(0)
  })
})
