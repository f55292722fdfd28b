import { describe, expect, test } from 'vitest'
import { fitColumns, isKept, widestTexts } from '../../../../../engine/client/list/table/fit-columns.ts'
import { listModel, type ListColumn } from '../../../../../engine/client/model/list-model.ts'
import { textWidth } from '../../../../../engine/client/list/rows/text-width.ts'
import { loaded } from '../../../../schemas/load.ts'
import { device } from '../../sample-entities.ts'

const { columns } = listModel(device)
const rows = [
  {
    id: '1',
    code: 'A'.repeat(30),
    course: 'c1',
    course_dictText: '模拟电子技术实验',
    state: 0,
    state_dictText: '空闲',
    bought: '2026-09-01',
  },
]
const none: ReadonlyMap<string, number> = new Map()
const fit = (room: number, of: readonly ListColumn[] = columns, content = widestTexts(of, rows, none)) =>
  fitColumns(of, content, { entity: device, room, taken: 100, padding: 16, sortable: true })
const total = (shown: readonly { width: number }[]) => shown.reduce((sum, { width }) => sum + width, 0)

describe('the columns of a list', () => {
  test('fill the available width, a long text more of it than a short one', () => {
    const { columns: shown, scrolls } = fit(1200)
    expect(scrolls).toBe(false)
    expect(total(shown)).toBeLessThanOrEqual(1100)
    expect(total(shown)).toBeGreaterThan(1090)
    const width = Object.fromEntries(shown.map((column) => [column.key, column.width]))
    expect(width.code).toBeGreaterThan(width.bought ?? 0)
  })

  test('shrink before any of them is hidden, each at most to its heading', () => {
    const { columns: shown, scrolls } = fit(560)
    expect(scrolls).toBe(false)
    expect(total(shown)).toBeLessThanOrEqual(460)
  })

  test('scroll between the name and the state if even that does not fit', () => {
    const many = [...columns, ...columns.map((column) => ({ ...column, key: `${column.key}2`, width: 200 }))]
    const { columns: shown, scrolls } = fit(900, many)
    expect(scrolls).toBe(true)
    expect(shown.filter((column) => column.fixed === 'left').map(({ key }) => key)).toEqual(['code'])
    expect(shown.at(-1)).toMatchObject({ fixed: 'right' })
    expect(shown.filter((column) => column.fixed === 'right').every((column) => isKept(device, column))).toBe(true)
  })

  test('keep their places if they are visible there, and otherwise move to the edge', () => {
    const [code, course, state, bought] = columns
    if (!code || !course || !state || !bought) throw new Error('the sample has these columns')
    const wide = (key: string, keep?: true) => ({ ...course, key, width: 200, keep })
    const keys = (many: readonly ListColumn[]) => fit(1000, many).columns.map(({ key }) => key)
    expect(keys([code, wide('early', true), wide('a'), wide('b'), wide('c'), state])).toEqual(['code', 'early', 'a', 'b', 'c', 'state'])
    expect(keys([code, wide('a'), wide('b'), wide('c'), wide('late', true), wide('d'), state])).toEqual(
      'code a b c d late state'.split(' '),
    )
  })

  test('keep the width of their texts, so that they do not move when the page changes', () => {
    const before = widestTexts(columns, rows, none)
    expect(widestTexts(columns, [], before)).toEqual(before)
  })

  test('stay visible if they show the state, or if the schema says so', () => {
    const [code, , state] = columns
    if (!code || !state) throw new Error('the sample has these columns')
    expect(isKept(device, state)).toBe(true)
    expect(isKept(device, code)).toBe(false)
    expect(isKept(device, { ...code, keep: true })).toBe(true)
    const plain = { ...device, states: [] }
    expect(isKept(plain, state)).toBe(false)
  })

  test('edited in their row are all visible on a screen of 1440 pixels, none behind the states', () => {
    const edited = loaded.filter(({ list }) => list.editable)
    expect(edited.map(({ name }) => name)).toContain('inspectionResult')
    for (const entity of edited) {
      const { columns: many } = listModel(entity)
      const place = { entity, room: 1158, taken: 44 + 88, padding: 16, sortable: true }
      const texts = new Map(
        Object.entries({ studyNumber: '2025010001', realname: '欧阳明', groupSeatNum: '10-19' }).map(([key, words]) => [
          key,
          textWidth(words),
        ]),
      )
      const { columns: shown } = fitColumns(many, texts, place)
      const right = shown.filter((column) => column.fixed === 'right')
      const keys = entity.list.editable?.columns.map((one) => (typeof one === 'string' ? one : one.column)) ?? []
      const last = Math.max(...keys.map((key) => shown.findIndex((column) => column.key === key)))
      expect(total(shown.slice(0, last + 1)) + total(right)).toBeLessThanOrEqual(place.room - place.taken)
    }
  })
})
