import { expect, test } from 'vitest'
import type { FieldOf } from '../../engine/fields/contract.ts'
import { problemsOf } from '../../engine/schema/check-schemas.ts'
import type { CallSpec } from '../../engine/schema/index.ts'
import { names } from '../../schemas/names.ts'
import { entityNamed, loaded } from './load.ts'

const position = entityNamed('position')
const find: CallSpec = {
  title: '按编码查询',
  verbs: ['GET'],
  params: { code: { type: 'text', label: '职务编码', required: '请输入职务编码!' } },
  permission: 'view',
  does: 'lookup',
  returns: ['code', 'postRank'],
  one: true,
}
const problems = (change: object): string[] =>
  problemsOf([...loaded.filter((one) => one !== position), { ...position, calls: { find: { ...find, ...change } } }], names)

test('a look-up of one row is by a unique field that is always given', () => {
  expect(problems({})).toEqual([])
  const sentence = 'position.calls.find.one: several rows may match, require a param that is unique'
  expect(problems({ params: { code: { type: 'text', label: '职务编码' } } })).toEqual([sentence])
  expect(problems({ params: { name: { type: 'text', label: '职务名称', required: '请输入职务名称!' } } })).toEqual([sentence])
})

test('what a look-up answers instead of a missing row are values of the fields that it returns', () => {
  expect(problems({ instead: { postRank: '1' } })).toEqual([])
  expect(problems({ instead: { name: '教授' } })[0]).toContain('position.calls.find.instead: ')
  expect(problems({ one: undefined, instead: { postRank: '1' } })[0]).toContain('answer one row or remove this')
})

test('a list allows at least as many rows as a page on offer has', () => {
  const list = { ...position.list, mostRows: 10, pageSizes: [10, 20] }
  expect(problemsOf([...loaded.filter((one) => one !== position), { ...position, list }], names)).toEqual([
    'position.list.mostRows: a page on offer is larger, allow as many rows',
  ])
})

test('what a reference holds instead of an id names one row, in a column of its own', () => {
  const user = entityNamed('user')
  const post: FieldOf<'multiReference'> = { type: 'multiReference', to: 'position', key: 'code', show: 'name', label: '职务' }
  const said = (change: Partial<FieldOf<'multiReference'>>) =>
    problemsOf([...loaded.filter((one) => one !== user), { ...user, fields: { ...user.fields, post: { ...post, ...change } } }], names)
  expect(said({})).toEqual([])
  expect(said({ key: 'name' })).toContain('user.fields.post.key: position.name is not unique and required, so it does not name one row')
  expect(said({ through: { table: 'x', own: 'a', other: 'b' } })[0]).toContain('a tree and a link table hold ids')
})

test('a table of the application is only read, and its lists say their order', () => {
  const online = entityNamed('onlineUser')
  const said = (change: object) => problemsOf([...loaded.filter((one) => one !== online), { ...online, ...change }], names)
  expect(said({})).toEqual([])
  expect(said({ endpoints: { base: '/sys/online', disable: ['add', 'edit', 'deleteBatch', 'importExcel', 'exportXls'] } })).toEqual([
    'onlineUser.source: its rows are only read, disable delete',
  ])
  expect(said({ list: { ...online.list, sort: undefined } })).toEqual([
    'onlineUser.list.sort: its rows have no time of their own, so say what they are sorted by',
  ])
  expect(said({ list: { ...online.list, columns: ['username', 'createTime'] } })[0]).toContain('onlineUser.list.columns')
  expect(said({ bin: true })).toContain('onlineUser.source: its rows are only read, remove bin')
})
