import { expect, test } from 'vitest'
import { ApiError } from '../../../../engine/client/index.ts'
import { createWriteKey } from '../../../../engine/client/form/write-key.ts'

const failure = (status: number, code = status) => new ApiError('', { code, status })

/** The keys under which these contents are sent, one after the other, each ending so. */
async function keysOf(...sends: readonly (readonly [content: unknown, error?: ApiError])[]): Promise<string[]> {
  const keys: string[] = []
  const writeKey = createWriteKey()
  for (const [content, error] of sends) {
    const sent = writeKey.send(content, (key) => {
      keys.push(key)
      return error ? Promise.reject(error) : Promise.resolve('saved')
    })
    if (error) await expect(sent).rejects.toBe(error)
    else expect(await sent).toBe('saved')
  }
  return keys
}

test.each([
  ['no network', failure(0)],
  ['a server that restarts', failure(503)],
  ['a login that has ended', failure(401)],
])('a save whose answer was lost is sent again under its key: %s', async (_, lost) => {
  const [first, again] = await keysOf([{ name: '甲' }, lost], [{ name: '甲' }])
  expect(again).toBe(first)
})

test.each([
  ['saved', undefined],
  ['refused by the business', failure(200, 500)],
  ['wrong', failure(422)],
  ['overtaken', failure(409)],
])('what has been answered is another save when it is sent again: %s', async (_, error) => {
  const [first, again] = await keysOf([{ name: '甲' }, error], [{ name: '甲' }])
  expect(again).not.toBe(first)
})

test('what was changed since is another save', async () => {
  const [first, other] = await keysOf([{ name: '甲' }, failure(0)], [{ name: '乙' }])
  expect(other).not.toBe(first)
})
