// @vitest-environment happy-dom
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { describe, expect, test, vi } from 'vitest'
import { ApiError, LoadFailed } from '../../../../engine/client/index.ts'
import { ListStates } from '../../../../engine/client/list/rows/ListStates.tsx'

async function shown(content: ReactNode): Promise<{ text: string; buttons: number }> {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true
  const box = document.body.appendChild(document.createElement('div'))
  const root = createRoot(box)
  await act(async () => root.render(content))
  const found = { text: box.textContent ?? '', buttons: box.querySelectorAll('button').length }
  await act(async () => root.unmount())
  box.remove()
  return found
}

const views = [
  { name: 'a list', view: (error: Error) => <ListStates error={error} loading={false} retry={vi.fn()} /> },
  { name: 'a part of a page', view: (error: Error) => <LoadFailed error={error} retry={vi.fn()} /> },
]

describe.each(views)('$name that could not be read', ({ view }) => {
  test.each([
    { why: 'no network', error: new ApiError('网络连接失败', { code: 0, status: 0 }) },
    { why: 'a server that restarts', error: new ApiError('系统繁忙', { code: 503, status: 503 }) },
    { why: 'a read that took too long', error: new ApiError('查询用时过长，已停止。', { code: 503, status: 503 }) },
    { why: 'too many calls', error: new ApiError('操作过于频繁', { code: 429, status: 429 }) },
    { why: 'a fault of the page', error: new Error('no such function') },
  ])('offers another try: $why', async ({ error }) => {
    expect((await shown(view(error))).buttons).toBe(1)
  })

  test.each([
    { why: 'the business refuses', code: 500, status: 200 },
    { why: 'a right is missing', code: 510, status: 200 },
    { why: 'the question is wrong', code: 422, status: 422 },
  ])('says why, and offers none: $why', async (answer) => {
    const { text, buttons } = await shown(view(new ApiError('只能管理您负责的部门！', answer)))
    expect(text).toContain('只能管理您负责的部门！')
    expect(buttons).toBe(0)
  })
})
