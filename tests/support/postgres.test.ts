import { Client } from 'pg'
import { expect, test } from 'vitest'
import { hasPostgres } from './databases.ts'
import { freshDatabase } from './postgres.ts'

test.skipIf(!hasPostgres())('two test files never see each other’s tables', async () => {
  const [one, other] = await Promise.all([freshDatabase(), freshDatabase()])
  const client = new Client({ connectionString: one.url })
  await client.connect()
  await client.query('create table mine (id integer)')
  await client.end()
  const stranger = new Client({ connectionString: other.url })
  await stranger.connect()
  const { rows } = await stranger.query("select to_regclass('public.mine') as found")
  await stranger.end()
  expect(rows).toEqual([{ found: null }])
  await Promise.all([one.drop(), other.drop()])
})
