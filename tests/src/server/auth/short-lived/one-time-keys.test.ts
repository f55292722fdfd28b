import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databaseKeys } from '../../../../../src/server/auth/short-lived/database-keys.ts'
import { issueKey, MOST_TRIES, spendKey, type OneTimeKeys } from '../../../../../src/server/auth/short-lived/one-time-keys.ts'
import { askRedis } from '../../../../../src/server/auth/short-lived/redis-ask.ts'
import { redisKeys } from '../../../../../src/server/auth/short-lived/redis-keys.ts'
import { redisTries } from '../../../../../src/server/auth/short-lived/redis-tries.ts'
import { ownTries, type TriesUnderWay } from '../../../../../src/server/auth/short-lived/tries-under-way.ts'
import { testApp } from '../../../../support/build-app.ts'
import { hasPostgres } from '../../../../support/databases.ts'
import { hasRedis, startRedis } from '../../../../support/redis.ts'

interface Opened {
  readonly keys: OneTimeKeys
  readonly tries: TriesUnderWay
  close(): Promise<void>
}

async function inDatabase(database: 'sqlite' | 'postgres'): Promise<Opened> {
  const { app, close } = await testApp({ database })
  return { keys: databaseKeys(app.engine.db), tries: ownTries(), close }
}

async function inRedis(): Promise<Opened> {
  const redis = await startRedis()
  const { ask, close } = await askRedis({ client: Redis, url: redis.url, prefix: 'test:', warn: () => undefined })
  return {
    keys: redisKeys(ask),
    tries: redisTries(ask),
    async close() {
      close()
      await redis.stop()
    },
  }
}

const places = [
  { name: 'SQLite', isThere: () => true, open: () => inDatabase('sqlite') },
  { name: 'PostgreSQL', isThere: hasPostgres, open: () => inDatabase('postgres') },
  { name: 'Redis', isThere: hasRedis, open: inRedis },
] as const

for (const { name, isThere, open } of places)
  describe.skipIf(!isThere())(`what lives for minutes, in ${name}${isThere() ? '' : `, which is not installed`}`, () => {
    let opened: Opened
    let keys: OneTimeKeys
    beforeAll(async () => {
      opened = await open()
      ;({ keys } = opened)
    })
    afterAll(() => opened.close())
    const gone = () => new Error('gone')

    test('a key is taken once, by one of many, and for its purpose only', async () => {
      const key = await issueKey(keys, { purpose: 'third-login', userId: '7', data: '数据' })
      expect(await keys.take('third-bind', key)).toBeUndefined()
      const taken = await Promise.all(Array.from({ length: 8 }, () => keys.take('third-login', key)))
      expect(taken.filter(Boolean)).toEqual([expect.objectContaining({ userId: '7', data: '数据' })])
      expect(await keys.take('third-login', key)).toBeUndefined()
    })

    test('a key without an owner or data has none', async () => {
      await keys.keep('challenge', { purpose: 'passkey-login' })
      expect(await keys.take('passkey-login', 'challenge')).toMatchObject({ userId: null, data: '' })
    })

    test('a key that is kept again stands for something else, with all its tries', async () => {
      await keys.keep('picture', { purpose: 'captcha', data: 'abcd' })
      await keys.try('captcha', 'picture')
      await keys.keep('picture', { purpose: 'captcha', data: 'efgh' })
      for (let n = 0; n < MOST_TRIES; n++) expect((await keys.try('captcha', 'picture'))?.data).toBe('efgh')
      expect(await keys.try('captcha', 'picture')).toBeUndefined()
    })

    test('it is gone when it is too old', async () => {
      await keys.keep('old', { purpose: 'captcha', data: 'abcd', lifetime: 30 })
      const seen = () => keys.keepNew('old', { purpose: 'captcha', data: 'new' })
      await expect.poll(seen).toBe(true)
      expect(await keys.take('captcha', 'old')).toMatchObject({ data: 'new' })
      await keys.keep('old', { purpose: 'captcha', data: 'abcd', lifetime: 1 })
      await expect.poll(() => keys.try('captcha', 'old')).toBeUndefined()
      expect(await keys.take('captcha', 'old')).toBeUndefined()
    })

    test('of many who keep a new key one does, and the next when it has no tries left', async () => {
      const keep = (data: string) => keys.keepNew('13900000001', { purpose: 'sms-1', data })
      const kept = await Promise.all(['1', '2', '3', '4', '5'].map(keep))
      expect(kept.filter(Boolean)).toHaveLength(1)
      for (let n = 0; n < MOST_TRIES; n++) expect(await keep('again')).toBe(false)
      const tries = await Promise.all(Array.from({ length: 12 }, () => keys.try('sms-1', '13900000001')))
      expect(tries.filter(Boolean)).toHaveLength(MOST_TRIES)
      expect(await keep('next')).toBe(true)
      expect((await keys.try('sms-1', '13900000001'))?.data).toBe('next')
    })

    test('a try that was right costs nothing, and gives no more tries than five', async () => {
      await keys.keep('13900000002', { purpose: 'sms-0' })
      for (let n = 0; n < 3; n++) await keys.giveBack('sms-0', '13900000002')
      for (let n = 1; n < MOST_TRIES; n++) await keys.try('sms-0', '13900000002')
      expect(await keys.try('sms-0', '13900000002')).toBeDefined()
      await keys.giveBack('sms-0', '13900000002')
      expect(await keys.try('sms-0', '13900000002')).toBeDefined()
      expect(await keys.try('sms-0', '13900000002')).toBeUndefined()
      await keys.giveBack('sms-0', '13900000003')
      expect(await keys.take('sms-0', '13900000003')).toBeUndefined()
    })

    test('work that fails gives its key back as it was, and work that succeeds does not', async () => {
      const key = await issueKey(keys, { purpose: 'third-bind', userId: '9', data: 'account' })
      await keys.try('third-bind', key)
      const spending = { purpose: 'third-bind', key, gone } as const
      await expect(spendKey(keys, spending, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
      for (let n = 1; n < MOST_TRIES; n++) expect(await keys.try('third-bind', key)).toMatchObject({ userId: '9', data: 'account' })
      expect(await keys.try('third-bind', key)).toBeUndefined()
      const done = await Promise.allSettled([1, 2, 3].map((n) => spendKey(keys, spending, () => Promise.resolve(n))))
      expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      await expect(spendKey(keys, spending, () => Promise.resolve())).rejects.toThrow('gone')
    })

    test('a key that stands for something else meanwhile is not used, and not lost', async () => {
      const key = await issueKey(keys, { purpose: 'third-bind', data: 'another' })
      const spending = { purpose: 'third-bind', key, gone, isSame: () => false } as const
      await expect(spendKey(keys, spending, () => Promise.resolve())).rejects.toThrow('gone')
      expect(await keys.take('third-bind', key)).toMatchObject({ data: 'another' })
    })

    test('tries under way are counted under each of their keys until they leave, and no more than allowed get in', async () => {
      const { tries } = opened
      const [account, address] = [randomUUID(), randomUUID()]
      const counted = [
        { key: account, most: 3 },
        { key: address, most: 100 },
      ]
      expect(await tries.enter('1', counted)).toEqual([0, 0])
      expect(await tries.enter('2', counted)).toEqual([1, 1])
      const more = await Promise.all(['3', '4', '5'].map((id) => tries.enter(id, counted)))
      expect(more.filter(Boolean)).toEqual([[2, 2]])
      expect([await tries.count(account), await tries.count(address)]).toEqual([3, 3])
      tries.leave('1', counted)
      await expect.poll(() => tries.count(account)).toBe(2)
      expect(await tries.enter('6', [{ key: address, most: 100 }])).toEqual([2])
    })
  })
