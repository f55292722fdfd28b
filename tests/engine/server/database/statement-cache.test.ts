import { beforeEach, expect, test } from 'vitest'
import { withBegin } from '../../../../engine/server/database/statement-cache.ts'

let sent: string[]
let failing: string
/** A connection that answers later than it is asked. */
const send = withBegin(async (text) => {
  sent.push(text)
  await new Promise((resolve) => setImmediate(resolve))
  if (text === failing) throw new Error(`${text} failed`)
  return { command: text, rowCount: null, rows: [text] }
})
beforeEach(() => {
  sent = []
  failing = ''
})

test('a transaction begins in one journey with what it reads first', async () => {
  await send('begin', [])
  expect(sent).toEqual([])
  const answer = send('select 1', [])
  expect(sent).toEqual(['begin', 'select 1'])
  expect((await answer).rows).toEqual(['select 1'])
  await send('update t', [])
  await send('commit', [])
  expect(sent).toEqual(['begin', 'select 1', 'update t', 'commit'])
})

test('what writes is sent only once its transaction has begun', async () => {
  failing = 'begin'
  await send('begin', [])
  await expect(send('update t', [])).rejects.toThrow('begin failed')
  expect(sent).toEqual(['begin'])
  await send('begin', [])
  await expect(send('select 1', [])).rejects.toThrow('begin failed')
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
