import { expect, test } from 'vitest'
import { problemsOf, unindexed } from '../../engine/schema/check-schemas.ts'
import type { AnyEntity } from '../../engine/schema/index.ts'
import { systemFields } from '../../engine/schema/system-fields.ts'
import { names } from '../../schemas/names.ts'
import { entityNamed, loaded } from './load.ts'
import { expectNone } from '../support/expect-none.ts'

/** What boot reports about an entity with some of its properties replaced. */
function problems(name: string, change: Readonly<Record<string, unknown>>): string[] {
  const broken: AnyEntity = { ...structuredClone(entityNamed(name)), ...change }
  return problemsOf([...loaded.filter((other) => other.name !== name), broken], names)
}

test('an entity in the scope of teaching must say which student a row belongs to, or every student would see all rows', () => {
  const scopes = loaded.map(({ scope }) => (scope === 'none' ? [] : Object.keys(scope)))
  expectNone(scopes.filter((words) => words.includes('taught') && !words.includes('student')))
  expect(scopes.some((words) => words.includes('taught'))).toBe(true)
})

test('a picker whose list requires a filter must get it, or it would open empty', () => {
  const pick = entityNamed('sessionDevice').tools?.['groupAddFacility']
  expect(problems('sessionDevice', { tools: { groupAddFacility: { ...pick, list: 'list' } } })).toEqual([
    'sessionDevice.tools.groupAddFacility.list: list asks for courseId first, so the picker opens empty; narrow it or choose another list',
  ])
})

test('a picker’s call gets everything that it requires', () => {
  const pick = entityNamed('classStudent').tools?.['addClass']
  expect(problems('classStudent', { tools: { addClass: { ...pick, with: undefined } } })).toEqual([
    'classStudent.tools.addClass.with: addClass requires classId, which neither the choice nor a filter gives; name the filter',
  ])
})

test('a row action may call another entity, with params that both know', () => {
  const action = { label: '初始化', does: 'call', of: 'inspectionItem', call: 'initInSpectionRes', with: { experiGroupId: 'id' } }
  const said = (change: object) => problems('session', { rowActions: { initResults: { ...action, ...change } } })
  expectNone(said({}))
  expect(said({ of: 'inspectionItm' })).toEqual([expect.stringContaining('did you mean "inspectionItem"?')])
  expect(said({ call: 'initInSpectionRse' })).toEqual([expect.stringContaining('there is no call of inspectionItem "initInSpectionRse"')])
  expect(said({ with: { experiGroup: 'id' } })).toEqual([expect.stringContaining('there is no param "experiGroup"')])
  expect(said({ with: { experiGroupId: 'idd' } })).toEqual([expect.stringContaining('there is no field "idd"')])
  expect(said({ call: 'initInSpectionResAll', with: {} })).toEqual([expect.stringContaining('shares the permission initInSpectionRes')])
})

test('filter choices may come from another entity, and only rows that something asks for are remembered', () => {
  const list = entityNamed('inspectionItem').list
  const said = (filter: object) =>
    problems('inspectionItem', { list: { ...list, filters: [...(list.filters ?? []), { field: 'inspectType', ...filter }] } })
  expectNone(said({ choices: 'queryExperiSmallGroupAll', choicesOf: 'seat' }))
  expect(said({ choices: 'queryExperiSmallGroupAll' })).toEqual([expect.stringContaining('there is no call of inspectionItem')])
  expect(said({ choices: 'queryExperiSmallGroup', choicesOf: 'seat' })).toEqual([expect.stringContaining('"queryExperiSmallGroupAll"')])
  expect(said({ choicesOf: 'seat' })).toEqual([expect.stringContaining('name the call in choices')])
  expect(problems('helpRequest', { remember: true })).toEqual([expect.stringContaining('nothing refers to it')])
})

test('the filters of a child must match the fields of its parent', () => {
  const child = { entity: 'seat', by: 'experiGroupId', shown: 'modal', label: '座位列表' }
  const said = (agreed: object) => problems('session', { rowActions: {}, children: [{ ...child, with: agreed }] })
  expectNone(said({ courseId: 'courseId' }))
  expect(said({ tjh: 'courseId' })).toEqual([expect.stringContaining('there is no filter of seat "tjh"')])
  expect(said({ courseId: 'courseIdd' })).toEqual([expect.stringContaining('there is no field "courseIdd"')])
})

test('an action can open only a child with a window of its own', () => {
  const children = [{ entity: 'seat', by: 'experiGroupId', shown: 'expand', label: '座位' }]
  const rowActions = { seatList: { label: '座位列表', does: 'children', child: 'seat' } }
  expect(problems('session', { rowActions, children })).toEqual([expect.stringContaining('there is no child "seat"')])
})

test('the choices of a filter come from a call that answers them', () => {
  const said = (choices: string) =>
    problems('session', { list: { ...entityNamed('session').list, filters: ['experiId', { field: 'groupName', choices }] } })
  expectNone(said('queryExperiGroupAll'))
  expect(said('queryExperiGroupAl')).toEqual([expect.stringContaining('did you mean "queryExperiGroupAll"?')])
  const filters = ['experiId', { field: 'seatNum', choices: 'queryExperiGroupAll' }]
  expect(problems('session', { list: { ...entityNamed('session').list, filters } })).toEqual([
    expect.stringContaining('queryExperiGroupAll does not return seatNum'),
  ])
})

test('the text beside a choice is a stored field of the other entity', () => {
  const { fields } = entityNamed('seat')
  const said = (beside: string) => problems('seat', { fields: { ...fields, experiGroupId: { ...fields['experiGroupId'], beside } } })
  expectNone(said('groupTime'))
  expect(said('groupTmie')).toEqual([expect.stringContaining('did you mean "groupTime"?')])
  expect(said('peopleNum')).toEqual([expect.stringContaining('session.peopleNum is not stored')])
})

test('a name that resembles no known one is answered with all of them', () => {
  const { list } = entityNamed('inspectionResult')
  const [said = ''] = problems('inspectionResult', { list: { ...list, columns: ['zzzzzzzzzzzzzzzzzzzz'] } })
  const known = said.split('; known: ')[1]?.split(', ') ?? []
  expect(known).toEqual([...Object.keys(entityNamed('inspectionResult').fields), ...Object.keys(systemFields)])
  expect(known.length).toBeGreaterThan(12)
})

test('author and time of a row can be columns, filters and sorts like its fields', () => {
  const said = (list: object) => problems('department', { list: { ...entityNamed('department').list, ...list } })
  const columns = ['createBy', { field: 'createTime', width: 170 }, 'updateBy', 'updateTime']
  const filters = [
    { field: 'createBy', match: 'contains' },
    { field: 'updateTime', match: 'range', more: true },
  ]
  expectNone(said({ columns, filters, sort: { by: 'updateTime', order: 'desc' } }))
  expect(said({ columns: ['createTmie'] })).toEqual([expect.stringContaining('did you mean "createTime"?')])
  expect(said({ filters: [{ field: 'createTime', match: 'contains' }] })).toEqual([expect.stringContaining('cannot contain text')])
})

test('a text that is searched by what it contains says how long it may be', () => {
  const { fields, list } = entityNamed('course')
  const { max: _max, ...endless } = { max: undefined, ...fields['courseTitle'] }
  const said = (filters: readonly unknown[]) =>
    problems('course', { fields: { ...fields, courseTitle: endless }, list: { ...list, filters }, search: [] })
  expect(said(['courseTitle'])).toEqual([expect.stringContaining('say how long it may be: max')])
  expectNone(said([{ field: 'courseTitle', match: 'exact' }]))
})

test('check-schemas reports an import whose rows are found without an index', () => {
  const { import: sheet, fields, ...device } = entityNamed('equipment')
  const told = (matchOn: readonly string[], more: object = {}) =>
    unindexed({ ...device, fields: { ...fields, ...more }, import: { columns: [], ...sheet, matchOn } })
  expect(told(['facilityName'])).toContain('import.matchOn (facilityName)')
  expect(told(['courseId', 'facilityName']).join()).not.toContain('matchOn')
  expect(told(['facilityName'], { facilityName: { ...fields['facilityName'], index: true } }).join()).not.toContain('matchOn')
  expect(unindexed({ ...device, fields }).join()).not.toContain('matchOn')
})

test('check-schemas reports a text that is searched in a table that only the application writes', () => {
  expect(unindexed(entityNamed('log'))).toContain('logContent')
})

test('a page with a tree names what exists: its tabs, their rows, the call that answers its nodes', () => {
  const { manage, ...others } = entityNamed('department').treePages ?? {}
  const said = (change: object) => problems('department', { treePages: { ...others, manage: { ...manage, ...change } } })
  const rows = (tab: object) => said({ edits: undefined, tabs: [{ label: '用户', shows: 'rows', entity: 'user', ...tab }] })
  expectNone(said({}))
  expect(rows({ by: 'selecteddepart' })).toEqual([expect.stringContaining('there is no filter or param of user "selecteddepart"')])
  expect(rows({ by: 'username' })).toEqual([expect.stringContaining('user.username does not refer to department')])
  expect(rows({ by: 'username', from: 'orgCod' })).toEqual([expect.stringContaining('did you mean "orgCode"?')])
  expect(said({ nodes: 'queryMyDept', edits: undefined })).toEqual([expect.stringContaining('there is no call "queryMyDept"')])
  expect(said({ nodes: 'queryMyDeptTreeList' })).toEqual([expect.stringContaining('may not be among those that the call answers')])
  expect(said({ only: { message: '2', otherwise: '没有权限' } })).toEqual([expect.stringContaining('name it in nodes')])
  expect(problems('department', { tree: undefined }).some((one) => one.includes('treePages.manage: the entity has no tree'))).toBe(true)
  expect(problems('role', { treePages: { list: manage } }).join()).toContain('the name is taken by a list')
})

test('a filter finds what is below a node where rows are linked to a tree with codes, and nowhere else', () => {
  const { list } = entityNamed('user')
  const said = (field: string) => problems('user', { list: { ...list, filters: [{ field, below: true }] } })
  expectNone(said('selecteddeparts'))
  for (const field of ['selectedroles', 'departIds', 'username'])
    expect([field, said(field)]).toEqual([field, [expect.stringContaining('is for a relation to a tree whose nodes have codes')]])
})

test('what each row of a batch must meet names fields of the rows, and values that they can have', () => {
  const { freeze } = entityNamed('user').batchActions ?? {}
  const said = (when: object) => problems('user', { batchActions: { freeze: { ...freeze, each: { when, otherwise: '不行' } } } })
  expectNone(said({ status: 1 }))
  expect(said({ usernam: 'admin' })).toEqual([expect.stringContaining('did you mean "username"?')])
  expect(said({ status: 3 })).toHaveLength(1)
})
