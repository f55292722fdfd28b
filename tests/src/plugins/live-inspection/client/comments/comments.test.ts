// @vitest-environment happy-dom
import { beforeEach, describe, expect, test } from 'vitest'
import { loadPinyin } from '../../../../../../src/load-pinyin.ts'
import { rankRemarks, type Remark } from '../../../../../../src/plugins/live-inspection/client/comments/rank.ts'
import { countUse, readUses } from '../../../../../../src/plugins/live-inspection/client/comments/uses-store.ts'

const remarks: Remark[] = [
  { id: 'a', comment: '操作规范，结果正确', commentLeve: 1 },
  { id: 'b', comment: '重做第三步', commentLeve: 3 },
  { id: 'c', comment: '接线有误', commentLeve: 2 },
  { id: 'd', comment: '结果偏差较大', commentLeve: 2 },
]
const none = { counts: {}, recent: [] }
const ids = (found: readonly Remark[]) => found.map(({ id }) => id).join('')

describe('the comment bank', () => {
  beforeEach(() => localStorage.clear())

  test('is sorted by level until comments are used, then by use', () => {
    expect(ids(rankRemarks(remarks, '', none))).toMatch(/^a(cd|dc)b$/)
    expect(ids(rankRemarks(remarks, '', { counts: { b: 3, c: 1 }, recent: [] }))).toBe('bcad')
  })

  test('offers the recent ones first while nothing is typed', () => {
    expect(ids(rankRemarks(remarks, '', { counts: { b: 3, d: 1 }, recent: ['d', 'c'] }))).toBe('dcba')
    expect(ids(rankRemarks(remarks, '结果', { counts: {}, recent: ['d'] }))).toBe('ad')
  })

  test('finds comments by initials, by full pinyin, by each reading of a character, and by characters', async () => {
    const answers = await loadPinyin()
    const find = (query: string) => ids(rankRemarks(remarks, query, none, answers))
    expect(find('czgf')).toBe('a')
    expect(find('jiexian')).toBe('c')
    expect(find('chongzuo')).toBe('b')
    expect(find('偏差')).toBe('d')
    expect(find('zzz')).toBe('')
    expect([...find('jieguo')].sort().join('')).toBe('ad')
  })

  test('remembers what each person used, the last five as recent', () => {
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f', 'b']) countUse('t1', id)
    expect(readUses('t1')).toMatchObject({ counts: { a: 1, b: 2 }, recent: ['b', 'f', 'e', 'd', 'c'] })
    expect(readUses('t2')).toEqual(none)
    localStorage.setItem('shiyan.comments.t2', '[broken')
    expect(readUses('t2')).toEqual(none)
  })
})
