import { describe, expect, test } from 'vitest'
import { modesFor, rowActionsOf } from '../../../../engine/client/list/row-actions.ts'
import { allPermissions, device } from '../sample-entities.ts'

const labels = (permissions: ReadonlySet<string>) => rowActionsOf(device, permissions).map((action) => action.label)
const offered = (row: Record<string, unknown>) =>
  modesFor(rowActionsOf(device, allPermissions), row).map(({ action, why }) => (why ? `${action.label}（${why}）` : action.label))

describe('actions of a row', () => {
  test('come from the schema, with delete last', () => {
    expect(labels(allPermissions)).toEqual(['编辑', '借出', '报废', '删除'])
  })

  test('need the permission of their verb or call', () => {
    expect(labels(new Set(['teaching:equipment:view']))).toEqual([])
    expect(labels(new Set(['teaching:equipment:lend', 'teaching:equipment:edit']))).toEqual(['编辑', '借出'])
  })

  test('are all there while the row allows them', () => {
    expect(offered({ id: '1', state: 0 })).toEqual(['编辑', '借出', '报废', '删除'])
  })

  test('are hidden when not possible, or disabled with the reason where the schema gives one', () => {
    expect(offered({ id: '1', state: 1 })).toEqual(['报废', '删除（使用中的设备不能删除）'])
  })

  test('a move that does not start at the row’s state is not shown', () => {
    expect(offered({ id: '1', state: 2 })).toEqual(['删除（使用中的设备不能删除）'])
  })

  test('a verb that the schema switches off is not offered', () => {
    const fixed = { ...device, endpoints: { ...device.endpoints, disable: ['edit', 'delete'] as const } }
    expect(rowActionsOf(fixed, allPermissions).map((action) => action.key)).toEqual(['lend', 'retire'])
  })
})
