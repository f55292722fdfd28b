// @vitest-environment happy-dom
import { describe, expect, test, vi } from 'vitest'
import { calls } from '../../../../../../src/plugins/live-inspection/client/state/calls.ts'
import { createBench } from '../../../../../../src/plugins/live-inspection/client/state/create-bench.ts'
import { applyNews } from '../../../../../../src/plugins/live-inspection/client/feed/apply-news.ts'
import { readMessages } from '../../../../../../src/plugins/live-inspection/client/feed/read-messages.ts'
import { Marking } from '../../../../../../src/plugins/live-inspection/client/marking/create-marking.ts'
import { answers, bench, conflict, li, marking, offline, page, saidAtStand, writtenMarks } from '../marking-stand.ts'
import type { ResultRow } from '../../../../../../src/plugins/live-inspection/wire.ts'
import { result } from '../rows.ts'

describe('marking a row', () => {
  test('claims it during the edit and releases it after saving; then it is in the history', async () => {
    await marking.begin('submitted', '1', '8')
    expect(calls.claim).toHaveBeenCalledWith('1', false)
    bench.edit.change({ score: '85' })
    await marking.save()
    expect(calls.release).toHaveBeenCalledWith('1')
    expect(bench.submitted.view().ids).toEqual(['2', '3'])
    expect(bench.history.row('1')).toMatchObject({ score: 85, submitStatus: 2 })
    expect(bench.drafts.all().map(({ resultId }) => resultId)).toEqual([])
  })

  test('is possible for one row at a time', async () => {
    await marking.begin('submitted', '1')
    await marking.begin('submitted', '2')
    expect(bench.edit.get()?.row.id).toBe('1')
    expect(saidAtStand).toEqual(['请先保存或取消正在编辑的行：王小明'])
  })

  test('requires a score', async () => {
    await marking.begin('submitted', '1')
    await marking.save()
    expect(calls.save).not.toHaveBeenCalled()
    expect(bench.edit.get()?.problem).toBe('请填写分数')
  })

  test('saves once however often the network fails: every try has the same key', async () => {
    vi.useFakeTimers()
    vi.spyOn(calls, 'save').mockRejectedValueOnce(offline()).mockRejectedValueOnce(offline())
    await marking.begin('submitted', '1', '9')
    const saving = marking.save()
    await vi.advanceTimersByTimeAsync(5000)
    await saving
    const keys = vi.mocked(calls.save).mock.calls.map(([, key]) => key)
    expect(keys).toHaveLength(3)
    expect(new Set(keys).size).toBe(1)
    expect(saidAtStand).toEqual(['王小明 · 9 分：保存成功！'])
  })

  test('keeps claim and draft if the network does not come back', async () => {
    vi.useFakeTimers()
    vi.spyOn(calls, 'save').mockRejectedValue(offline())
    await marking.begin('submitted', '1', '9')
    const saving = marking.save()
    await vi.advanceTimersByTimeAsync(5000)
    await saving
    expect(bench.edit.get()).toMatchObject({ saving: false, draft: { score: '9' } })
    expect(bench.drafts.all().map(({ resultId }) => resultId)).toEqual(['1'])
  })
})

describe('what colleagues do', () => {
  test('a held row asks before it is taken over', async () => {
    bench.claims.apply([{ id: '1', holder: li, until: Date.now() + 90_000 }])
    await marking.begin('submitted', '1')
    expect(saidAtStand).toEqual(['李老师 正在评分，确定接手吗?'])
    expect(bench.edit.get()).toBeUndefined()
    answers.push(true)
    await marking.begin('submitted', '1')
    expect(calls.claim).toHaveBeenCalledWith('1', true)
    expect(bench.edit.get()?.row.id).toBe('1')
  })

  test('if a colleague was a moment faster, they are named, and what was typed meanwhile is kept', async () => {
    vi.spyOn(calls, 'claim').mockRejectedValueOnce(conflict({ holder: li, until: 0 }))
    await marking.begin('submitted', '1', '8')
    expect(saidAtStand).toEqual(['李老师 正在评分，确定接手吗?'])
    expect(bench.edit.get()).toBeUndefined()
    expect(bench.drafts.read('1')?.score).toBe('8')
  })

  test('typing renews the lease; losing it keeps the draft', async () => {
    vi.useFakeTimers({ now: 1_000_000 })
    await marking.begin('submitted', '1', '8')
    marking.active()
    expect(calls.claim).toHaveBeenCalledTimes(1)
    vi.setSystemTime(1_030_000)
    marking.active()
    expect(calls.claim).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(0)
    vi.spyOn(calls, 'claim').mockRejectedValueOnce(conflict({ holder: li, until: 0 }))
    vi.setSystemTime(1_060_000)
    marking.active()
    await vi.advanceTimersByTimeAsync(0)
    expect(bench.edit.get()).toBeUndefined()
    expect(bench.drafts.read('1')?.score).toBe('8')
    expect(saidAtStand).toEqual(['王小明 · 8 分：李老师 接手了这份评分，你的草稿已保留'])
  })

  test('a reported takeover ends the edit if the colleague still holds the row, but not if they have released it', async () => {
    await marking.begin('submitted', '1', '8')
    marking.lost({ id: '1', holder: li, until: 0 })
    await vi.waitFor(() => expect(calls.claim).toHaveBeenCalledTimes(2))
    expect(bench.edit.get()?.draft.score).toBe('8')
    vi.spyOn(calls, 'claim').mockRejectedValue(conflict({ holder: li }))
    marking.lost({ id: '1', holder: li, until: 0 })
    await vi.waitFor(() => expect(bench.edit.get()).toBeUndefined())
    expect(saidAtStand).toEqual(['王小明 · 8 分：李老师 接手了这份评分，你的草稿已保留'])
    expect(bench.drafts.read('1')?.score).toBe('8')
  })

  test('a colleague’s mark does not take the row away from its marker; both decide between the marks, and what is typed later counts', async () => {
    await marking.begin('submitted', '1', '9')
    writtenMarks(result('1', { version: 2, submitStatus: 2, score: 60 }))
    expect(bench.submitted.view().ids).toContain('1')
    expect(bench.edit.get()?.latest).toMatchObject({ score: 60 })
    const clashes = [{ field: 'score', yours: 9, theirs: 60, base: null }]
    vi.spyOn(calls, 'save').mockRejectedValueOnce(conflict({ id: '1', version: 2, clashes, who: '李老师', when: '08:00' }))
    await marking.save()
    expect(bench.edit.get()?.clash?.who).toBe('李老师')
    expect(bench.drafts.read('1')?.score).toBe('9')
    const press = { key: '8', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, isComposing: false }
    expect(bench.ahead.keep(press)).toBe(true)
    await marking.decisions.resolve(() => false)
    expect(bench.ahead.keep(press)).toBe(false)
    expect(calls.save).toHaveBeenLastCalledWith(
      expect.objectContaining({ version: 2, score: 9, _base: expect.objectContaining({ score: 60 }) }),
      expect.anything(),
    )
  })

  test('choosing theirs leaves their mark unchanged', async () => {
    await marking.begin('submitted', '1', '9')
    writtenMarks(result('1', { version: 2, submitStatus: 2, score: 60 }))
    bench.edit.set({
      clash: { id: '1', version: 2, clashes: [{ field: 'score', yours: 9, theirs: 60, base: null }], who: null, when: null },
    })
    await marking.decisions.resolve(() => true)
    expect(calls.save).not.toHaveBeenCalled()
    expect(bench.history.row('1')?.score).toBe(60)
    expect(bench.submitted.view().ids).toEqual(['2', '3'])
  })
})

describe('what the student does', () => {
  test('a new submission is accepted without changing the draft', async () => {
    await marking.begin('submitted', '1', '9')
    writtenMarks(result('1', { version: 2, submitCount: 2, filePaths: 'a.jpg' }))
    marking.decisions.accept()
    expect(bench.edit.get()).toMatchObject({ draft: { score: '9' }, row: { filePaths: 'a.jpg', submitCount: 2 } })
  })

  test('a save without accepting names the submission that the marker looked at, never the newer one', async () => {
    await marking.begin('submitted', '1', '9')
    writtenMarks(result('1', { version: 2, submitCount: 2, filePaths: 'a.jpg' }))
    await marking.save()
    const seen = { version: 1, submitCount: 1, _base: expect.objectContaining({ submitCount: 1 }) }
    expect(calls.save).toHaveBeenCalledWith(expect.objectContaining(seen), expect.anything())
  })

  test('photos that the feed did not report stop the save until the marker has looked at them; nothing is decided without seeing them', async () => {
    const clashes = [{ field: 'submitCount', yours: 1, theirs: 2, base: 1 }]
    vi.spyOn(calls, 'save').mockRejectedValueOnce(conflict({ id: '1', version: 2, clashes, who: '', when: '08:00' }))
    const read = vi.spyOn(calls, 'row').mockResolvedValue(result('1', { version: 2, submitCount: 2, filePaths: 'b.jpg' }))
    await marking.begin('submitted', '1', '9')
    await marking.save()
    await marking.decisions.resolve(() => false)
    expect(calls.save).toHaveBeenCalledTimes(1)
    await marking.decisions.review()
    expect(read).toHaveBeenCalledWith('1')
    expect(bench.edit.get()).toMatchObject({ draft: { score: '9' }, clash: undefined, row: { filePaths: 'b.jpg', submitCount: 2 } })
    await marking.save()
    expect(calls.save).toHaveBeenLastCalledWith(expect.objectContaining({ score: 9, submitCount: 2 }), expect.anything())
  })

  test('a deleted row says so, stays when the edit ends, and disappears when the marker leaves it', async () => {
    await marking.begin('submitted', '1')
    applyNews(
      bench,
      readMessages(
        [{ cmd: 'event', topic: 'course:c1', seq: 1, at: 0, type: 'write', entity: 'inspectionResult', id: '1', row: null }],
        {},
      ),
    )
    expect(bench.edit.get()?.latest).toBeNull()
    await marking.cancel()
    expect(bench.submitted.view()).toMatchObject({ ids: ['1', '2', '3'], total: 2 })
    expect(bench.submitted.left('1')?.now).toBeNull()
    bench.choose('submitted', '2')
    expect(bench.submitted.view().ids).toEqual(['2', '3'])
  })
})

test('next asks only for the place, and opens the row that the server claimed', async () => {
  vi.spyOn(calls, 'next').mockResolvedValue(result('7'))
  await marking.next()
  expect(calls.next).toHaveBeenCalledWith({ courseId: 'c9', order: 'item' })
  expect(bench.edit.get()?.row.id).toBe('7')
  expect(calls.claim).not.toHaveBeenCalled()
  vi.spyOn(calls, 'next').mockResolvedValue(null)
  await marking.next()
  expect(saidAtStand).toEqual(['没有待评分的提交了'])
})

test('without a chosen course, next continues in the course of the selected row', async () => {
  vi.spyOn(calls, 'next').mockResolvedValue(null)
  vi.spyOn(page, 'filters').mockReturnValue({})
  await marking.next()
  expect(calls.next).toHaveBeenCalledWith({ courseId: 'c1', order: 'item' })
  bench.submitted.fill([], 0)
  await marking.next()
  expect(calls.next).toHaveBeenCalledTimes(1)
  expect(saidAtStand).toEqual(['没有待评分的提交了', '没有待评分的提交了'])
})

test('a user who may only watch claims nothing', async () => {
  const onlooker = createBench({ id: 'u3', name: '督导' }, false)
  onlooker.submitted.fill([result('1')], 1)
  const idle = new Marking(onlooker, page)
  await idle.begin('submitted', '1')
  await idle.next()
  expect(onlooker.edit.get()).toBeUndefined()
  expect(calls.claim).not.toHaveBeenCalled()
  onlooker.claims.close()
})

test('if the filters name students, next searches the list and skips rows that colleagues hold', async () => {
  vi.spyOn(page, 'filters').mockReturnValue({ courseId: 'c1', realname: '王' })
  const asked = vi.spyOn(calls, 'next')
  bench.claims.apply([{ id: '1', holder: li, until: Date.now() + 90_000 }])
  await marking.next()
  expect(bench.edit.get()?.row.id).toBe('2')
  await marking.next()
  expect(bench.edit.get()?.row.id).toBe('3')
  expect(asked).not.toHaveBeenCalled()
})

test('if the next row comes after another was begun, it is released', async () => {
  let found: (row: ResultRow) => void = () => undefined
  vi.spyOn(calls, 'next').mockImplementationOnce(() => new Promise((resolve) => (found = resolve)))
  const looking = marking.next()
  await marking.begin('submitted', '2')
  found(result('3'))
  await looking
  expect(bench.edit.get()?.row.id).toBe('2')
  expect(calls.release).toHaveBeenCalledWith('3')
  expect(saidAtStand).toEqual(['王小明：已在看另一行，找到的下一个已放回'])
})

test('the current row stays until the next one comes; typing into it meanwhile keeps it', async () => {
  let found: (row: ResultRow) => void = () => undefined
  const asked = vi.spyOn(calls, 'next').mockImplementation(() => new Promise((resolve) => (found = resolve)))
  await marking.begin('submitted', '2')
  const looking = marking.next()
  await marking.next()
  expect(asked).toHaveBeenCalledTimes(1)
  expect(bench.edit.get()?.row.id).toBe('2')
  bench.edit.change({ score: '8' })
  found(result('3'))
  await looking
  expect(bench.edit.get()).toMatchObject({ row: { id: '2' }, draft: { score: '8' } })
  expect(calls.release).toHaveBeenCalledWith('3')

  bench.edit.change({ score: '' })
  const again = marking.next()
  found(result('3'))
  await again
  expect(bench.edit.get()?.row.id).toBe('3')
  expect(calls.release).toHaveBeenCalledWith('2')
})
