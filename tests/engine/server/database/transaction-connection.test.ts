import { CompiledQuery } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { SendStatements } from '../../../../engine/server/database/named-statements.ts'
import { TableVersions } from '../../../../engine/server/database/table-versions.ts'
import { TransactionConnection } from '../../../../engine/server/database/transaction-connection.ts'

/** What was sent, what was sent together in brackets. */
let sent: string[][]
let failing: string
/** What the commit is answered. */
let committed: string
let versions: TableVersions
let transaction: TransactionConnection

/** A connection that answers later than it is asked. */
const send: SendStatements = async (statements) => {
  const texts = statements.map(({ sql }) => sql)
  sent.push(texts)
  await new Promise((resolve) => setImmediate(resolve))
  if (texts.includes(failing)) throw new Error(`${failing} failed`)
  return texts.map((text) => ({ command: text === 'commit' ? committed : 'UPDATE', rowCount: 1, rows: [{ text }] }))
}
const query = (text: string) => CompiledQuery.raw(text)
beforeEach(() => {
  sent = []
  failing = ''
  committed = 'COMMIT'
  versions = new TableVersions()
  transaction = new TransactionConnection(send, versions)
})

test('a transaction begins in one journey with its first statement', async () => {
  const answer = await transaction.executeQuery(query('update t'))
  expect(answer.rows).toEqual([{ text: 'update t' }])
  await transaction.executeQuery(query('update u'))
  await transaction.commit()
  expect(sent).toEqual([['begin', 'update t'], ['update u'], ['commit']])
})

test('a statement fails with the beginning of its transaction', async () => {
  failing = 'begin'
  await expect(transaction.executeQuery(query('select 1'))).rejects.toThrow('begin failed')
})

test('a text of several statements begins the transaction itself, so that none of them runs without it', async () => {
  await transaction.executeQuery(query('update t; update u'))
  await transaction.commit()
  expect(sent).toEqual([['begin; update t; update u'], ['commit']])
})

test('a transaction that asks nothing is not sent at all', async () => {
  await transaction.commit()
  await new TransactionConnection(send, versions).rollback()
  expect(sent).toEqual([])
})

test('a transaction that has ended with its last statements is not ended again, and executes nothing more', async () => {
  await transaction.executeTogether([query('select 1'), query('update t'), query('commit')])
  await transaction.commit()
  await transaction.rollback()
  await expect(transaction.executeQuery(query('update u'))).rejects.toThrow('the transaction is over')
  expect(sent).toEqual([['begin', 'select 1', 'update t', 'commit']])
})

test('a transaction whose commit was left out is still rolled back', async () => {
  failing = 'update t'
  await expect(transaction.executeTogether([query('update t'), query('commit')])).rejects.toThrow('update t failed')
  await transaction.rollback()
  expect(sent).toEqual([['begin', 'update t', 'commit'], ['rollback']])
})

test('nothing is sent behind the rollback, where it would be stored by itself, whatever fails late', async () => {
  const late = transaction.executeQuery(query('select 1'))
  failing = 'select 1'
  const undone = transaction.rollback()
  await expect(late).rejects.toThrow('select 1 failed')
  await expect(transaction.executeQuery(query('update t'))).rejects.toThrow('the transaction is over')
  await undone
  await expect(transaction.executeQuery(query('update t'))).rejects.toThrow('the transaction is over')
  expect(sent).toEqual([['begin', 'select 1'], ['rollback']])
})

test('nothing but the rollback is sent once a statement has failed, even if nobody heard of that', async () => {
  failing = 'begin'
  await transaction.executeQuery(query('select 1')).catch(() => undefined)
  for (const refused of [transaction.executeQuery(query('update t')), transaction.commit()])
    await expect(refused).rejects.toThrow('a statement of the transaction has failed')
  await transaction.rollback()
  expect(sent).toEqual([['begin', 'select 1'], ['rollback']])
})

test('a transaction whose last statements are under way is rolled back, if they fail, once that is known', async () => {
  failing = 'update t'
  const last = transaction.executeTogether([query('update t'), query('commit')])
  await Promise.allSettled([last, transaction.rollback()])
  expect(sent).toEqual([['begin', 'update t', 'commit'], ['rollback']])
})

test('an error names who asked', async () => {
  failing = 'update t'
  const failed: unknown = await transaction.executeQuery(query('update t')).catch((error: unknown) => error)
  expect(failed instanceof Error && failed.stack).toContain(import.meta.filename)
})

test('a transaction of which a statement had failed unheard does not count as stored when it is committed', async () => {
  committed = 'ROLLBACK'
  await transaction.executeQuery(query('update t'))
  await expect(transaction.commit()).rejects.toThrow('nothing of it is stored')
  await transaction.rollback()
  expect(sent).toEqual([['begin', 'update t'], ['commit']])
  expect(versions.of('t')).toBe(0)
})

test('what a transaction writes counts as written once its commit is answered, and never if that fails or it is rolled back', async () => {
  const written = () => [versions.of('t'), versions.of('u')]
  await transaction.executeQuery(query('update t'))
  expect(written()).toEqual([0, 0])
  await transaction.commit()
  expect(written()).toEqual([1, 0])
  const undone = new TransactionConnection(send, versions)
  await undone.executeQuery(query('update t'))
  await undone.rollback()
  failing = 'commit'
  await expect(new TransactionConnection(send, versions).executeTogether([query('update u'), query('commit')])).rejects.toThrow(
    'commit failed',
  )
  expect(written()).toEqual([1, 0])
})
