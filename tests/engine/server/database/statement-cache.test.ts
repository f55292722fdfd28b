import { beforeEach, expect, test } from 'vitest'
import { withBegin } from '../../../../engine/server/database/statement-cache.ts'

let sent: string[]
let failing: string
/** A connection that answers later than it is asked. */
const send = withBegin(async (text) => {
  sent.push(text)
  await new Promise((resolve) => setImmediate(resolve))
  if (text === failing) throw new Error(`${text} failed`)
  return { command: text, rowCount: null, rows: [{ text }] }
})
beforeEach(() => {
  sent = []
  failing = ''
})

test('a transaction begins in one journey with its first statement', async () => {
  await send('begin', [])
  expect(sent).toEqual([])
  const answer = send('update t', [])
  expect(sent).toEqual(['begin', 'update t'])
  expect((await answer).rows).toEqual([{ text: 'update t' }])
  await send('commit', [])
  expect(sent).toEqual(['begin', 'update t', 'commit'])
})

test('a statement fails with the beginning of its transaction', async () => {
  failing = 'begin'
  await send('begin', [])
  await expect(send('select 1', [])).rejects.toThrow('begin failed')
})

test('several statements in one text are sent only once their transaction has begun', async () => {
  failing = 'begin'
  await send('begin', [])
  await expect(send('update t; update u', [])).rejects.toThrow('begin failed')
  expect(sent).toEqual(['begin'])
})

test('a transaction that asks nothing is not sent at all', async () => {
  await send('begin', [])
  expect((await send('commit', [])).command).toBe('COMMIT')
  await send('begin', [])
  await send('rollback', [])
  expect(sent).toEqual([])
})

test('a transaction that has ended with its last statements is not ended again', async () => {
  await send('begin', [])
  await Promise.all([send('select 1', []), send('update t', []), send('commit', [])])
  expect((await send('commit', [])).command).toBe('COMMIT')
  await send('rollback', [])
  expect(sent).toEqual(['begin', 'select 1', 'update t', 'commit'])
})

test('a transaction whose commit was left out is still rolled back', async () => {
  failing = 'commit'
  await send('begin', [])
  await expect(Promise.all([send('update t', []), send('commit', [])])).rejects.toThrow('commit failed')
  await send('rollback', [])
  expect(sent).toEqual(['begin', 'update t', 'commit', 'rollback'])
})
