// @vitest-environment happy-dom
import { beforeEach, describe, expect, test } from 'vitest'
import { createDraftStore } from '../../../../../../src/plugins/live-inspection/client/state/draft-store.ts'
import { createEditStore } from '../../../../../../src/plugins/live-inspection/client/state/edit-store.ts'
import {
  cleanScore,
  draftOf,
  resolveDraft,
  markBody,
  scoreProblem,
  withTheirs,
} from '../../../../../../src/plugins/live-inspection/client/state/mark.ts'
import { result } from '../rows.ts'

beforeEach(() => localStorage.clear())

describe('a score', () => {
  test.each([
    ['', '请填写分数'],
    ['  ', '请填写分数'],
    ['101', '分数应在 0 到 100 之间!'],
    ['85.55', '分数应在 0 到 100 之间!'],
    ['-1', '分数应在 0 到 100 之间!'],
    ['0', undefined],
    ['100', undefined],
    ['85.5', undefined],
    ['８５。５', undefined],
    ['87.', undefined],
    ['87..', '分数应在 0 到 100 之间!'],
    ['.', '分数应在 0 到 100 之间!'],
  ])('%j', (text, problem) => expect(scoreProblem(text)).toBe(problem))

  test('accepts only digits, including those of an input method', () => expect(cleanScore('8x５。5c')).toBe('85.5'))

  test.each(['-5', '－5', '3/5', '３／５', '80-90'])('%j is refused, not saved as different digits', (text) =>
    expect(scoreProblem(cleanScore(text))).toBe('分数应在 0 到 100 之间!'),
  )
})

describe('a mark that is sent', () => {
  const draft = { score: '85', comment: '规范', inspectionCommentId: 'k1', bz: '' }

  test('contains the score and every changed value, each with the value that it replaces', () => {
    expect(markBody(result('1', { version: 7 }), draft)).toEqual({
      id: '1',
      version: 7,
      score: 85,
      comment: '规范',
      inspectionCommentId: 'k1',
      submitStatus: 2,
      submitCount: 1,
      _base: { score: null, comment: null, inspectionCommentId: null, submitStatus: 1, submitCount: 1 },
    })
  })

  test('starts from the stored score, except if that belongs to an absence that was made up since', () => {
    expect(draftOf(result('1', { score: 66, submitStatus: 2 })).score).toBe('66')
    expect(draftOf(result('1', { score: 0, submitStatus: 1, attendance: 3 })).score).toBe('')
  })

  test('is a valid number even if typing began with a point', () => {
    expect(markBody(result('1'), { ...draft, score: '87.' })).toMatchObject({ score: 87 })
  })

  test('replaces the other person’s mark after a clash', () => {
    const clashes = [{ field: 'score', yours: 85, theirs: 60, base: null }]
    const body = markBody(withTheirs(result('1'), 9, clashes), draft)
    expect(body).toMatchObject({ version: 9, score: 85, _base: { score: 60 } })
  })

  test('a clash is decided field by field', () => {
    const clashes = [
      { field: 'score', yours: 85, theirs: 60, base: null },
      { field: 'comment', yours: '规范', theirs: null, base: null },
    ]
    expect(resolveDraft(draft, clashes, (field) => field === 'score')).toEqual({ ...draft, score: '60' })
    expect(resolveDraft(draft, clashes, () => true)).toEqual({ ...draft, score: '60', comment: '' })
  })
})

describe('drafts', () => {
  test('survive a crash and show when they were written and whether the row has changed since', () => {
    const first = createEditStore(createDraftStore('t1', localStorage, () => 1000))
    first.begin('submitted', result('1'))
    first.change({ score: '8' })
    first.change({ score: '85', bz: '缺实验数据' })
    const second = createEditStore(createDraftStore('t1', localStorage, () => 2000))
    second.begin('submitted', result('1', { version: 2 }))
    expect(second.get()).toMatchObject({ draft: { score: '85', bz: '缺实验数据' }, restored: { at: 1000, isOlder: true } })
  })

  test('are removed after saving or giving up, and kept if the row is only left', () => {
    const drafts = createDraftStore('t1')
    const store = createEditStore(drafts)
    store.begin('submitted', result('1'))
    store.change({ score: '85' })
    store.end({ keepDraft: true })
    expect(drafts.all().map(({ resultId }) => resultId)).toEqual(['1'])
    store.begin('submitted', result('1'))
    store.end()
    expect(drafts.all().map(({ resultId }) => resultId)).toEqual([])
  })

  test('belong to one person', () => {
    createDraftStore('t1').save(result('1'), { score: '85', comment: '', inspectionCommentId: null, bz: '' })
    expect(createDraftStore('t2').read('1')).toBeUndefined()
  })

  test('stay until they are thrown away, and name their student; damaged ones are removed', () => {
    const row = result('1', { inspectionId_dictText: '波形测量' })
    createDraftStore('t1', localStorage, () => 0).save(row, { score: '85', comment: '', inspectionCommentId: null, bz: '' })
    localStorage.setItem('shiyan.mark.t1.2', '{broken')
    localStorage.setItem('shiyan.mark.t1.3', '{"score":85,"comment":"","bz":"","version":1,"at":0}')
    const drafts = createDraftStore('t1', localStorage, () => 100 * 24 * 3600 * 1000)
    expect(drafts.all()).toMatchObject([{ resultId: '1', label: '王小明 · 波形测量', score: '85' }])
    expect(localStorage.length).toBe(1)
    drafts.remove('1')
    expect(drafts.all()).toEqual([])
  })

  test('marking works even if the storage is full', () => {
    const full = Object.assign(Object.create(localStorage) as Storage, {
      setItem: () => {
        throw new Error('QuotaExceededError')
      },
    })
    Object.defineProperty(full, 'length', { value: 0 })
    const store = createEditStore(createDraftStore('t1', full))
    store.begin('submitted', result('1'))
    store.change({ score: '85' })
    expect(store.get()?.draft.score).toBe('85')
  })

  test('a retried save has the same key, a changed one a new key', () => {
    let names = 0
    const store = createEditStore(createDraftStore('t1'), () => `key${++names}`)
    store.begin('submitted', result('1'))
    store.change({ score: '85' })
    const first = store.get()?.saveKey
    store.set({ saving: true })
    store.set({ saving: false, problem: '网络连接失败' })
    expect(store.get()?.saveKey).toBe(first)
    store.change({ score: '86' })
    expect(store.get()?.saveKey).not.toBe(first)
  })

  test('a row that is being saved cannot be typed into', () => {
    const store = createEditStore(createDraftStore('t1'))
    store.begin('submitted', result('1'))
    store.set({ saving: true })
    store.change({ score: '1' })
    expect(store.get()?.draft.score).toBe('')
  })
})
