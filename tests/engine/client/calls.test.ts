import { expect, test } from 'vitest'
import { answerParams } from '../../../engine/client/calls.ts'
import { device } from './sample-entities.ts'

test('a call takes params from the row if it has them and asks for the rest', () => {
  expect(answerParams(device, 'lend', { row: { id: '7', code: 'A1' } })).toEqual({ known: { id: '7', code: 'A1' }, asked: ['borrower'] })
})

test('values fixed by the action are neither asked for nor taken from the row', () => {
  const answer = answerParams(device, 'lend', { row: { id: '7', code: 'A1' }, values: { borrower: '王', code: 'B2' } })
  expect(answer).toEqual({ known: { id: '7', code: 'B2', borrower: '王' }, asked: [] })
})
