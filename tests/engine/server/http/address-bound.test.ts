import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { boundPerAddress } from '../../../../engine/server/http/address-bound.ts'

test('an address is counted anew every minute', async () => {
  let now = 1_000
  const app = fastify()
  app.get('/asked', { onRequest: boundPerAddress(2, () => now) }, () => 'answer')
  const ask = async () => (await app.inject('/asked')).statusCode === 200
  expect([await ask(), await ask(), await ask()]).toEqual([true, true, false])
  now += 59_999
  expect(await ask()).toBe(false)
  now += 1
  expect(await ask()).toBe(true)
  await app.close()
})
