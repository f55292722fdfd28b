// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { addressOf, readRoute } from '../../../src/mobile/route.ts'

test('every page has an address, and every address a page', () => {
  for (const route of [{}, { itemId: '12' }, { itemId: 'a/b' }, { itemId: '12', photo: 2 }]) {
    const { pathname, search } = new URL(addressOf(route), 'http://shiyan')
    expect(readRoute({ pathname, search })).toEqual(route)
  }
  expect(readRoute({ pathname: '/m/item/12', search: '?photo=x' })).toEqual({ itemId: '12' })
  expect(readRoute({ pathname: '/m/elsewhere', search: '' })).toEqual({})
})
