// @vitest-environment happy-dom
import { describe, expect, test, vi } from 'vitest'
import { ApiError } from '../../../../../../engine/client/index.ts'
import { calls } from '../../../../../../src/plugins/live-inspection/client/state/calls.ts'
import type { ResultRow } from '../../../../../../src/plugins/live-inspection/wire.ts'
import { bench, li, marking, page, saidAtStand, writtenMarks } from '../marking-stand.ts'
import { result } from '../rows.ts'

/** The save of row 1 is under way; the answer comes on demand. */
async function savingFirst() {
  let answer: (done: { message: string; result: ResultRow }) => void = () => undefined
  let refuse: (error: unknown) => void = () => undefined
  vi.spyOn(calls, 'save').mockImplementationOnce(
    () =>
      new Promise((resolve, reject) => {
        answer = resolve
        refuse = reject
      }),
  )
  await marking.begin('submitted', '1', '85')
  const saving = marking.save(true)
  return {
    done: () => {
      answer({ message: '保存成功！', result: result('1', { version: 2, score: 85, submitStatus: 2 }) })
      return saving
    },
    refused: () => {
      refuse(new ApiError('请填写分数', { code: 422, status: 422 }))
      return saving
    },
  }
}

/** The user left the page while row 1 was being saved; now row 2 is being edited. */
async function leftWhileSaving() {
  const first = await savingFirst()
  marking.leave()
  await marking.begin('submitted', '2', '7')
  saidAtStand.length = 0
  vi.mocked(calls.release).mockClear()
  return first
}

describe('a late answer', () => {
  test('is waited for: an edit cannot be given up while it is being saved', async () => {
    const first = await savingFirst()
    await marking.cancel()
    await marking.next()
    expect(saidAtStand).toEqual(['王小明 · 85 分：正在保存，请稍候', '王小明 · 85 分：正在保存，请稍候'])
    expect(bench.edit.get()?.row.id).toBe('1')
    vi.spyOn(calls, 'next').mockResolvedValue(null)
    await first.done()
    expect(bench.history.row('1')?.score).toBe(85)
  })

  test('for a row that was left meanwhile puts that row in its place and does not touch the other edit', async () => {
    const next = vi.spyOn(calls, 'next')
    const first = await leftWhileSaving()
    await first.done()
    expect(bench.edit.get()).toMatchObject({ row: { id: '2' }, draft: { score: '7' }, saving: false })
    expect(bench.drafts.all().map(({ resultId }) => resultId)).toEqual(['2'])
    expect(bench.claims.get('2')?.holder).toEqual(bench.me)
    expect(calls.release).not.toHaveBeenCalled()
    expect(bench.history.row('1')?.score).toBe(85)
    expect(next).not.toHaveBeenCalled()
    expect(saidAtStand).toEqual(['王小明 · 85 分：保存成功！'])
  })

  test('that refuses a row left meanwhile does not affect the other edit', async () => {
    const first = await leftWhileSaving()
    await first.refused()
    expect(bench.edit.get()).toMatchObject({ row: { id: '2' }, saving: false, problem: undefined })
    expect(
      bench.drafts
        .all()
        .map(({ resultId }) => resultId)
        .toSorted(),
    ).toEqual(['1', '2'])
    expect(saidAtStand).toEqual(['王小明 · 85 分：请填写分数'])
  })

  test('to 确定取消? ends only the edit in question', async () => {
    let agree: (answer: boolean) => void = () => undefined
    await marking.begin('submitted', '1', '85')
    vi.spyOn(page, 'ask').mockImplementationOnce(() => new Promise((resolve) => (agree = resolve)))
    const cancelling = marking.cancel()
    vi.spyOn(calls, 'next').mockResolvedValue(result('2'))
    await marking.save(true)
    bench.edit.change({ score: '7' })
    agree(true)
    await cancelling
    expect(bench.edit.get()).toMatchObject({ row: { id: '2' }, draft: { score: '7' } })
    expect(bench.drafts.all().map(({ resultId }) => resultId)).toEqual(['2'])
  })

  test('to the claim of an abandoned row releases the row', async () => {
    let grant: () => void = () => undefined
    vi.spyOn(calls, 'claim').mockImplementationOnce(
      (id) => new Promise((resolve) => (grant = () => resolve({ id, holder: bench.me, until: Date.now() + 90_000 }))),
    )
    const beginning = marking.begin('submitted', '1')
    await marking.cancel()
    vi.mocked(calls.release).mockClear()
    grant()
    await beginning
    expect(calls.release).toHaveBeenCalledWith('1')
    expect(bench.claims.get('1')).toBeUndefined()
  })
})

describe('a mark written in the result window', () => {
  const draft = { score: '85', comment: '规范', inspectionCommentId: 'k1', bz: '' }

  test('is saved for the submission for which the window was opened', async () => {
    const shown = result('1')
    writtenMarks(result('1', { version: 2, submitCount: 2, filePaths: 'a.jpg' }))
    expect(await marking.saveWritten(shown, draft)).toBe(true)
    expect(calls.save).toHaveBeenCalledWith(expect.objectContaining({ version: 1, submitCount: 1, score: 85 }), expect.anything())
    expect(bench.drafts.all().map(({ resultId }) => resultId)).toEqual([])
  })

  test('is saved even if the row has left the list', async () => {
    bench.submitted.apply([{ drop: '1' }])
    expect(await marking.saveWritten(result('1'), draft)).toBe(true)
    expect(calls.save).toHaveBeenCalled()
  })

  test('stays, also as a draft, while another row is being marked', async () => {
    await marking.begin('submitted', '2', '7')
    expect(await marking.saveWritten(result('1'), draft)).toBe(false)
    expect(saidAtStand).toEqual(['请先保存或取消正在编辑的行：王小明'])
    expect(bench.edit.get()).toMatchObject({ row: { id: '2' }, draft: { score: '7' } })
    expect(bench.drafts.read('1')).toMatchObject(draft)
  })

  test('stays, also as a draft, if a colleague keeps the row or the server refuses', async () => {
    bench.claims.apply([{ id: '1', holder: li, until: Date.now() + 90_000 }])
    expect(await marking.saveWritten(result('1'), draft)).toBe(false)
    expect(calls.save).not.toHaveBeenCalled()
    expect(bench.drafts.read('1')).toMatchObject(draft)
    vi.spyOn(calls, 'save').mockRejectedValueOnce(new ApiError('请填写分数', { code: 422, status: 422 }))
    expect(await marking.saveWritten(result('2'), draft)).toBe(false)
    expect(bench.drafts.read('2')).toMatchObject(draft)
    expect(await marking.saveWritten(result('2'), draft)).toBe(true)
  })
})
