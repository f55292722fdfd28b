import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { api } from '../../../../engine/client/index.ts'
import { askFirstList } from '../../../../src/client/signed-in/first-list.ts'

const menu = [
  { id: 'd', name: '部门列表', path: '/identity/department', screen: 'entity:department/list' },
  { id: 'm', name: '部门管理', path: '/identity/department/manage', screen: 'entity:department/manage' },
  { id: 'p', name: '职务管理', path: '/identity/position', screen: 'entity:position/list' },
]

const asked: string[] = []
beforeEach(() => {
  vi.spyOn(api, 'get').mockImplementation((path) => {
    asked.push(path)
    return Promise.resolve({ records: [], total: 0 })
  })
})
afterEach(() => {
  asked.length = 0
  vi.restoreAllMocks()
})

const arrive = (pathname: string) => {
  const answers = { permissions: Promise.resolve({ menu, auth: [] }), offered: Promise.resolve({}) }
  return askFirstList(answers, { pathname, search: '' })
}

test('the rows of a list are asked for before its page is there', async () => {
  await arrive('/identity/position')
  expect(asked).toEqual(['/sys/position/list'])
})

test('a page with a tree has no list to ask for', async () => {
  await arrive('/identity/department/manage')
  expect(asked).toEqual([])
})

test('an address that the menu does not have asks for nothing', async () => {
  await arrive('/identity/role')
  expect(asked).toEqual([])
})
