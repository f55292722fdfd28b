import { isValidElement } from 'react'
import { expect, test, vi } from 'vitest'
import { answerWhy, ApiError } from '../../../engine/client/index.ts'
import { tellRefusal } from '../../../engine/browser/refusal.ts'

const answer = (status: number, message: string) => new ApiError(message, { code: status, status })

function tell(error: unknown, telling?: Parameters<typeof tellRefusal>[2]) {
  const [warning, wrong, failed] = [vi.fn(), vi.fn(), vi.fn()]
  tellRefusal({ message: { warning, error: wrong }, notification: { error: failed } } as never, error, telling)
  return { warning: warning.mock.calls.flat(), error: wrong.mock.calls.flat(), failed: failed.mock.calls.flat() }
}

test('a refusal passes by, with the name of the row before it', () => {
  expect(tell(answer(200, '该场次没有空座位！')).warning).toEqual(['该场次没有空座位！'])
  expect(tell(answer(422, '套件号最多64个字符'), { kind: 'error', about: '修改失败！' }).error).toEqual(['修改失败！套件号最多64个字符'])
})

test.each([undefined, '1-01 李明：'])('a failed request is a notification 错误, even if it names a row: %s', (about) => {
  const told = tell(answer(500, '请求出现错误，请稍后再试'), { kind: 'error', about })
  expect(told).toMatchObject({ warning: [], error: [] })
  expect(told.failed).toMatchObject([{ message: '错误', description: `${about ?? ''}请求出现错误，请稍后再试` }])
})

test('an error of the page itself is reported in a readable sentence', () => {
  expect(tell(new TypeError('x is not a function')).warning).toEqual(['请求出现错误，请稍后再试'])
})

test('a refusal for lack of a permission can be asked about, as long as somebody answers', () => {
  const lacked = new ApiError('没有权限，请联系管理员授权', { code: 510, status: 200, details: { permission: 'teaching:course:edit' } })
  expect(tell(lacked).warning).toEqual(['没有权限，请联系管理员授权'])
  const asked = vi.fn()
  const stop = answerWhy(asked)
  const [shown] = tell(lacked).warning
  const children: unknown = isValidElement<{ children: unknown }>(shown) ? shown.props.children : undefined
  const [sentence, button] = Array.isArray(children) ? children : []
  expect(sentence).toBe('没有权限，请联系管理员授权')
  if (!isValidElement<{ children: string; onClick(): void }>(button)) throw new Error('no button')
  expect(button.props.children).toBe('为什么？')
  button.props.onClick()
  expect(asked.mock.calls).toEqual([[{ permission: 'teaching:course:edit' }]])
  expect(tell(new ApiError('您正在以其他身份查看', { code: 510, status: 200, details: { readOnly: true } })).warning).toEqual([
    '您正在以其他身份查看',
  ])
  stop()
  expect(tell(lacked).warning).toEqual(['没有权限，请联系管理员授权'])
})
