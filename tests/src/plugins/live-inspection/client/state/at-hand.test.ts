// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { calls } from '../../../../../../src/plugins/live-inspection/client/state/calls.ts'
import { markRuns, playAhead } from '../../../../../../src/plugins/live-inspection/client/bench/mark-runs.ts'
import { applyNews } from '../../../../../../src/plugins/live-inspection/client/feed/apply-news.ts'
import { readMessages } from '../../../../../../src/plugins/live-inspection/client/feed/read-messages.ts'
import { commandOf } from '../../../../../../src/plugins/live-inspection/shared/bindings.ts'
import type { Tab } from '../../../../../../src/plugins/live-inspection/client/state/at-hand.ts'
import { helpDeparture, resultDeparture } from '../../../../../../src/plugins/live-inspection/client/table/departure.ts'
import type { ResultRow } from '../../../../../../src/plugins/live-inspection/wire.ts'
import { bench, conflict, li, marking, saidAtStand, writtenMarks } from '../marking-stand.ts'
import { request, result } from '../rows.ts'

const nothing = () => undefined
const runsOn = (tab: Tab) => markRuns(bench, { tab, focusNote: nothing, actions: { marking, openRemarks: nothing, openVersions: nothing } })
/** Press keys as on the keyboard; those of a score go into the open one. */
const press = (tab: Tab, ...keys: readonly string[]) => {
  for (const key of keys) {
    const open = bench.edit.get()
    if (bench.ahead.keep({ key })) continue
    const command = commandOf({ key }, open ? 'score' : 'list')
    if (command) runsOn(tab)[command]?.(key)
    else if (open) bench.edit.change({ score: `${open.draft.score}${key}` })
  }
}
const scored = (id: string) => result(id, { version: 2, submitStatus: 2, score: 70, markerId: li.id, markerId_dictText: li.name })

describe('the row at hand', () => {
  beforeEach(() => bench.choose('submitted', '2'))

  test('stays in place when a colleague has scored it, and no key marks another one', () => {
    writtenMarks(scored('2'))
    expect(bench.submitted.view()).toMatchObject({ ids: ['1', '2', '3'], total: 2 })
    expect(bench.selection.submitted.get()).toBe('2')
    expect(bench.submitted.row('2')).toBeUndefined()
    expect(resultDeparture('submitted', bench.submitted.left('2')?.now, bench.me)).toBe('已由 李老师 评分')
    press('submitted', '6', '5', 'Enter', 'e', 'c')
    expect(bench.edit.get()).toBeUndefined()
    expect(calls.save).not.toHaveBeenCalled()
  })

  test.each([
    ['an arrow', () => press('submitted', 'ArrowDown'), '3'],
    ['an arrow up', () => press('submitted', 'ArrowUp'), '1'],
    ['a click', () => bench.choose('submitted', '1'), '1'],
  ])('that has left the list disappears with %s', (_, leave, next) => {
    writtenMarks(scored('2'))
    leave()
    expect(bench.submitted.view().ids).toEqual(['1', '3'])
    expect(bench.selection.submitted.get()).toBe(next)
  })

  test('that has left the list disappears with N, which continues after that row', async () => {
    writtenMarks(scored('2'))
    const asked = vi.spyOn(calls, 'next').mockResolvedValue(result('3'))
    await marking.next()
    expect(asked).toHaveBeenCalledWith(expect.objectContaining({ from: '2', order: 'item' }))
    expect(bench.edit.get()?.row.id).toBe('3')
    expect(bench.submitted.view().ids).toEqual(['1', '3'])
  })

  test('stays when a colleague took it over during an edit and scored it, and further keys go nowhere', async () => {
    await marking.begin('submitted', '2', '6')
    vi.spyOn(calls, 'claim').mockRejectedValue(conflict({ holder: li }))
    marking.lost({ id: '2', holder: li, until: Date.now() + 90_000 })
    await vi.waitFor(() => expect(bench.edit.get()).toBeUndefined())
    press('submitted', '5', 'Enter')
    expect(bench.selection.submitted.haltedBy()).toEqual(li)
    writtenMarks(scored('2'))
    press('submitted', '6', '5', 'Enter')
    expect(bench.selection.submitted.get()).toBe('2')
    expect(calls.save).not.toHaveBeenCalled()
    expect(saidAtStand).toEqual(['王小明 · 6 分：李老师 接手了这份评分，你的草稿已保留'])
    expect(bench.drafts.all()).toMatchObject([{ resultId: '2', score: '6' }])
  })

  test('stays when the list is read again without it, and disappears under new filters', () => {
    bench.submitted.fill([result('1'), result('3')], 2)
    expect(bench.submitted.view().ids).toEqual(['1', '2', '3'])
    press('submitted', '6')
    expect(bench.edit.get()).toBeUndefined()
    bench.submitted.fill([result('3')], 1, true)
    expect(bench.submitted.view().ids).toEqual(['3'])
  })

  test('stays in place when its student submits again, and moves when the marker leaves it', () => {
    writtenMarks(result('2', { version: 2, submitCount: 2, submitTime: '2026-11-23 09:00:00' }))
    expect(bench.submitted.view().ids).toEqual(['1', '2', '3'])
    expect(bench.submitted.row('2')?.submitCount).toBe(2)
    bench.choose('submitted', '1')
    expect(bench.submitted.view().ids).toEqual(['1', '3', '2'])
  })

  test('stays in the third tab when its mark is undone, even by its marker', async () => {
    bench.history.fill([scored('7'), scored('8')], 2)
    bench.choose('history', '7')
    vi.spyOn(calls, 'undoMark').mockResolvedValue({ message: '已撤销评分！', result: result('7', { version: 3 }) })
    press('history', 'u')
    await vi.waitFor(() => expect(saidAtStand).toEqual(['王小明 · 70 分：已撤销评分！']))
    expect(bench.history.view().ids).toEqual(['7', '8'])
    expect(resultDeparture('history', bench.history.left('7')?.now, bench.me)).toBe('评分已撤销')
    press('history', 'u', '6', 'Enter')
    expect(calls.undoMark).toHaveBeenCalledTimes(1)
    expect(bench.edit.get()).toBeUndefined()
  })

  test('stays in the second tab when its request is solved or cancelled', () => {
    bench.help.fill([request('1'), request('2')], 2)
    bench.choose('help', '1')
    const solved = request('1', { status: 4, solverId: li.id, solverId_dictText: li.name })
    const event = { cmd: 'event', topic: 'course:c1', seq: 1, at: 0, type: 'write', entity: 'helpRequest', id: '1' } as const
    applyNews(bench, readMessages([{ ...event, row: { ...solved } }], {}))
    expect(bench.help.view()).toMatchObject({ ids: ['1', '2'], total: 1 })
    expect(bench.help.row('1')).toBeUndefined()
    expect(helpDeparture(bench.help.left('1')?.now, bench.me)).toBe('已由 李老师 解决')
    press('help', 'ArrowDown')
    expect(bench.help.view().ids).toEqual(['2'])
  })
})

describe('after a save', () => {
  let answer: () => void = nothing
  /** Row 1 is being saved; row 2, the next below, is visible. */
  const saving = async () => {
    await marking.begin('submitted', '1', '85')
    vi.spyOn(calls, 'save').mockImplementationOnce(
      () => new Promise((resolve) => (answer = () => resolve({ message: '保存成功！', result: scored('1') as ResultRow }))),
    )
    return marking.save()
  }
  const play = (dropped: () => void = nothing) =>
    playAhead(bench, {
      tab: 'submitted',
      run: (command, key) => runsOn('submitted')[command]?.(key) !== false,
      isCovered: () => false,
      focus: nothing,
      dropped,
    })

  test('the row below is open, and the keys typed ahead are its score', async () => {
    const saved = saving()
    await vi.waitFor(() => expect(bench.edit.get()?.saving).toBe(true))
    press('submitted', '6', '2')
    answer()
    await saved
    expect(bench.selection.submitted.get()).toBe('2')
    play()
    expect(bench.edit.get()).toMatchObject({ row: { id: '2' }, draft: { score: '62' } })
  })

  test('if a colleague has scored the next row meanwhile, it is still the intended one: nothing is typed into the row after it', async () => {
    const saved = saving()
    await vi.waitFor(() => expect(bench.edit.get()?.saving).toBe(true))
    press('submitted', '6', '2', 'Enter')
    writtenMarks(scored('2'))
    answer()
    await saved
    expect(bench.selection.submitted.get()).toBe('2')
    play()
    expect(bench.edit.get()).toBeUndefined()
    expect(calls.save).toHaveBeenCalledTimes(1)
  })

  test('keys typed for the row after next are dropped if another one comes, and the user is told', async () => {
    bench.submitted.apply([{ put: result('4') }])
    const saved = saving()
    await vi.waitFor(() => expect(bench.edit.get()?.saving).toBe(true))
    press('submitted', '6', '2', 'Enter', '7', '3', 'Enter')
    writtenMarks(scored('3'))
    answer()
    await saved
    play()
    const dropped = vi.fn()
    await vi.waitFor(() => expect(bench.selection.submitted.get()).toBe('4'))
    play(dropped)
    expect(dropped).toHaveBeenCalledOnce()
    expect(bench.edit.get()).toBeUndefined()
    expect(calls.save).toHaveBeenCalledTimes(2)
  })

  test('that was refused, keys typed without looking go nowhere; after a pause they count again', async () => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(10_000)
    await marking.begin('submitted', '1', '85')
    vi.spyOn(calls, 'save').mockRejectedValueOnce(new Error('保存失败'))
    await marking.save()
    press('submitted', '6', '2', 'Enter')
    expect(bench.edit.get()).toMatchObject({ row: { id: '1' }, draft: { score: '85' } })
    expect(calls.save).toHaveBeenCalledTimes(1)
    clock.mockReturnValue(11_000)
    press('submitted', '.', '5')
    expect(bench.edit.get()?.draft.score).toBe('85.5')
  })

  test('pressing N again while the next row is on its way asks for no other one', async () => {
    let found: (row: ResultRow) => void = nothing
    const asked = vi.spyOn(calls, 'next').mockImplementation(() => new Promise((resolve) => (found = resolve)))
    bench.choose('submitted', '1')
    press('submitted', 'n', 'n')
    found(result('1'))
    await vi.waitFor(() => expect(bench.edit.get()?.row.id).toBe('1'))
    play()
    expect(asked).toHaveBeenCalledTimes(1)
  })

  test('keys typed after a click on another row belong to that row', async () => {
    const saved = saving()
    await vi.waitFor(() => expect(bench.edit.get()?.saving).toBe(true))
    press('submitted', '6')
    bench.choose('submitted', '3')
    press('submitted', '7')
    answer()
    await saved
    play()
    expect(bench.edit.get()).toMatchObject({ row: { id: '3' }, draft: { score: '7' } })
  })
})

describe('keys typed at once are meant for the row that was visible', () => {
  const dropped = vi.fn()
  const clock = (at: number) => vi.spyOn(performance, 'now').mockReturnValue(at)
  const taken = (id: string) => bench.claims.apply([{ id, holder: li, until: Date.now() + 90_000 }])
  const typesNothing = () => {
    press('submitted', '6', '5')
    expect(bench.edit.get()?.draft.score ?? '').toBe('')
    expect(dropped).toHaveBeenCalled()
  }
  beforeEach(() => {
    clock(10_000)
    dropped.mockReset()
    bench.ahead.onReady(nothing, dropped)
    bench.choose('submitted', '1')
  })

  test('an arrow skips the row that a colleague took just now; after a pause the user types for the next one', () => {
    taken('2')
    press('submitted', 'ArrowDown')
    expect(bench.selection.submitted.get()).toBe('3')
    typesNothing()
    clock(11_000)
    press('submitted', '7')
    expect(bench.edit.get()).toMatchObject({ row: { id: '3' }, draft: { score: '7' } })
  })

  test('an arrow that skips a row visibly taken by a colleague means the next one', () => {
    taken('2')
    clock(11_000)
    press('submitted', 'ArrowDown', '7')
    expect(bench.edit.get()).toMatchObject({ row: { id: '3' }, draft: { score: '7' } })
  })

  test.each([
    ['the row at hand was taken just now', () => taken('1'), '2'],
    ['the server knows of a claim that is not here yet', nothing, '3'],
  ])('N opens another row: %s', async (_, happens, next) => {
    happens()
    vi.spyOn(calls, 'next').mockResolvedValue(result(next))
    press('submitted', 'n')
    await vi.waitFor(() => expect(bench.edit.get()?.row.id).toBe(next))
    await vi.waitFor(() => expect(bench.selection.submitted.get()).toBe(next))
    typesNothing()
  })

  test('a colleague took the row below just after the save', async () => {
    await marking.begin('submitted', '1', '85')
    vi.spyOn(calls, 'save').mockResolvedValueOnce({ message: '保存成功！', result: scored('1') as ResultRow })
    taken('2')
    await marking.save()
    expect(bench.selection.submitted.get()).toBe('3')
    typesNothing()
  })
})

test('the next row is released if another was clicked meanwhile, even if none is open', async () => {
  let found: (row: ResultRow) => void = nothing
  vi.spyOn(calls, 'next').mockImplementation(() => new Promise((resolve) => (found = resolve)))
  bench.choose('submitted', '1')
  const looking = marking.next()
  bench.choose('submitted', '3')
  found(result('2'))
  await looking
  expect(bench.edit.get()).toBeUndefined()
  expect(calls.release).toHaveBeenCalledWith('2')
})

test('the order is by item and submission time, or by student, as the user last chose', () => {
  const rows = [
    result('1', { inspectionId: 'i2', studyNumber: 'A' }),
    result('2', { inspectionId: 'i1', studyNumber: 'B' }),
    result('3', { inspectionId: 'i1', studyNumber: 'A' }),
  ]
  bench.submitted.fill(rows, 3, true)
  expect(bench.submitted.view().ids).toEqual(['2', '3', '1'])
  press('submitted', 'o')
  expect(bench.submitted.view().ids).toEqual(['3', '1', '2'])
  expect(localStorage.getItem('shiyan.live.order.u1')).toBe('student')
})
