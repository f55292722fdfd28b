import { describe, expect, test } from 'vitest'
import { rowWithCounts } from '../../../../../engine/client/model/list-model.ts'
import { modesFor, rowActionsOf, type RowAction } from '../../../../../engine/client/list/rows/row-actions.ts'
import { actionsWidth } from '../../../../../engine/client/list/rows/RowActions.tsx'
import { session } from '../../../../../schemas/teaching/session.ts'
import { allPermissions, device } from '../../sample-entities.ts'

const labels = (permissions: ReadonlySet<string>) => rowActionsOf(device, permissions).map((action) => action.label)
const offered = (row: Record<string, unknown>) =>
  modesFor(rowActionsOf(device, allPermissions), row).map(({ action, why }) => (why ? `${action.label}（${why}）` : action.label))

describe('actions of a row', () => {
  test('come from the schema, with delete last', () => {
    expect(labels(allPermissions)).toEqual(['编辑', '借出', '报废', '删除'])
  })

  test('require the permission of their verb or call', () => {
    expect(labels(new Set(['teaching:equipment:view']))).toEqual([])
    expect(labels(new Set(['teaching:equipment:lend', 'teaching:equipment:edit']))).toEqual(['编辑', '借出'])
  })

  test('are shown but off, with the reason, where an administrator wants people without the permission to see them', () => {
    const own = new Set(['teaching:equipment:lend'])
    const locked = new Set(['teaching:equipment:edit'])
    const shown = modesFor(rowActionsOf(device, own, locked), { id: '1', state: 0 })
    expect(shown.map(({ action, why }) => [action.label, why])).toEqual([
      ['编辑', '您没有此操作的权限'],
      ['借出', undefined],
    ])
  })

  test('are all offered while the row allows them', () => {
    expect(offered({ id: '1', state: 0 })).toEqual(['编辑', '借出', '报废', '删除'])
  })

  test('are hidden if not possible, or disabled with the reason if the schema gives one', () => {
    expect(offered({ id: '1', state: 1 })).toEqual(['报废', '删除（使用中的设备不能删除）'])
  })

  test('a move that does not start from the row’s state is not shown', () => {
    expect(offered({ id: '1', state: 2 })).toEqual(['删除（使用中的设备不能删除）'])
  })

  test('a verb that the schema switches off is not offered', () => {
    const fixed = { ...device, endpoints: { ...device.endpoints, disable: ['edit', 'delete'] as const } }
    expect(rowActionsOf(fixed, allPermissions).map((action) => action.key)).toEqual(['lend', 'retire'])
  })

  test('actions that change a row are not offered while the row it belongs to is closed', () => {
    const owned = { ...device, openWhile: [{ field: 'course', is: 'open', otherwise: '课程已结束' }] }
    const left = (row: object) => modesFor(rowActionsOf(owned, allPermissions), { ...row }).map(({ action }) => action.label)
    expect(left({ id: '1', state: 0, course: 'open' })).toEqual(['编辑', '借出', '报废', '删除'])
    expect(left({ id: '1', state: 0, course: 'closed' })).toEqual(['借出'])
  })

  test('a call of another entity requires the permission of that entity', () => {
    const lendToo = { label: '登记', does: 'call', of: 'inspectionItem', call: 'lend' } as const
    const linked = { ...device, rowActions: { lendToo } }
    const keys = (code: string) => rowActionsOf(linked, new Set([code])).map(({ key }) => key)
    expect(keys('teaching:inspectionItem:lend')).toEqual(['lendToo'])
    expect(keys('teaching:equipment:lend')).toEqual([])
  })
})

describe('the column of actions', () => {
  const action = (label: string, rest: object = {}): RowAction => ({ key: label, label, act: { does: 'view' }, ...rest })
  const hiding = { when: { state: 0 } }

  const rows = [{ state: 0 }, { state: 1 }]

  test('is as wide as the widest set of buttons that a row really has', () => {
    const locked = [action('编辑', hiding), action('学生'), action('分配设备'), action('座位列表'), action('删除', hiding)]
    expect(actionsWidth(locked, [{ state: 1 }], 3)).toBe(actionsWidth(locked.slice(1, 4), rows, 3))
    expect(actionsWidth(locked, rows, 3)).toBe(actionsWidth(locked.slice(1, 4), rows, 3))
    expect(actionsWidth(locked, [{ state: 0 }], 3)).toBeLessThan(actionsWidth(locked, rows, 3))
  })

  test('reserves nothing for actions that are always folded away', () => {
    const folded = [action('编辑'), action('学生'), action('座位'), action('初始化考察结果')]
    expect(actionsWidth(folded, rows, 3)).toBeLessThan(actionsWidth(folded.slice(2), rows, 3) + 42)
    expect(actionsWidth(folded, rows, 2)).toBeLessThan(actionsWidth(folded, rows, 3))
  })
})

test('the question before a deletion names the row and what depends on it', () => {
  const row = { id: '7', groupName: '第1场', peopleNum: 30, seatCount: 0, facilityCount: 15 }
  expect(rowWithCounts(session, row)).toBe('第1场，人数 30，已分配设备数 15')
})
