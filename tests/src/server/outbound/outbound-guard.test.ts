import { expect, test } from 'vitest'
import { outboundGuard } from '../../../../src/server/outbound/outbound-guard.ts'

const at = (host: string, port = 80) => ({ host, port })

test('public addresses alone may be reached, unless an entry allows the address, the network or the name, with its port', () => {
  const none = outboundGuard('')
  expect(none.allows('93.184.216.34', at('example.org'))).toBe(true)
  expect(none.allows('2606:2800:220:1::1', at('example.org'))).toBe(true)
  expect(none.allows('10.1.2.3', at('example.org'))).toBe(false)
  const some = outboundGuard('10.1.0.0/16:8080, db.lab.edu:5432, [::1]:90, fd00::/8, 192.168.1.1')
  expect(some.allows('10.1.2.3', at('x', 8080))).toBe(true)
  expect(some.allows('::ffff:10.1.2.3', at('x', 8080))).toBe(true)
  expect(some.allows('10.1.2.3', at('x', 80))).toBe(false)
  expect(some.allows('10.2.2.3', at('x', 8080))).toBe(false)
  expect(some.allows('10.9.9.9', at('DB.lab.edu', 5432))).toBe(true)
  expect(some.allows('10.9.9.9', at('db.lab.edu', 22))).toBe(false)
  expect(some.allows('::1', at('::1', 90))).toBe(true)
  expect(some.allows('::1', at('::1', 91))).toBe(false)
  expect(some.allows('fd12::1', at('x', 1))).toBe(true)
  expect(some.allows('192.168.1.1', at('x', 1))).toBe(true)
  expect(some.allows('192.168.1.2', at('x', 1))).toBe(false)
})

test('the address that a name has is checked when it is connected to, one as well as all', async () => {
  for (const all of [true, false]) {
    const looked = (allow: string) =>
      new Promise((done) =>
        outboundGuard(allow).lookupFor(80)('localhost', { all, family: 4 }, (error, found) => done(error?.message ?? found)),
      )
    expect(await looked('')).toBe('目标地址不在允许范围内：localhost:80')
    expect(await looked('127.0.0.1:80')).toEqual(all ? [{ address: '127.0.0.1', family: 4 }] : '127.0.0.1')
  }
})
