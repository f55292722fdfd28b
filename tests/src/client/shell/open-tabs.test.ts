import { expect, test } from 'vitest'
import { neighbourOf, nextTabs, parseTabs, type OpenTab } from '../../../../src/client/shell/open-tabs.ts'

const rules = { home: '/home' }
const tab = (path: string, url = path): OpenTab => ({ path, url, title: path, round: 0 })
const tabs = [tab('/home'), tab('/a'), tab('/b')]

test('a page remembers its last address, including filters', () => {
  const next = nextTabs(tabs, { does: 'visit', path: '/a', url: '/a?pageNo=3', title: '/a' }, rules)
  expect(next.find(({ path }) => path === '/a')?.url).toBe('/a?pageNo=3')
  expect(next).toHaveLength(3)
})

test('visiting the same address again changes nothing', () => {
  expect(nextTabs(tabs, { does: 'visit', path: '/a', url: '/a', title: '/a' }, rules)).toBe(tabs)
})

test('the home page opens before the others', () => {
  const next = nextTabs([tab('/a')], { does: 'visit', path: '/home', url: '/home', title: 'home' }, rules)
  expect(next.map(({ path }) => path)).toEqual(['/home', '/a'])
})

test('closing the others keeps the home page', () => {
  expect(nextTabs(tabs, { does: 'closeOthers', path: '/b' }, rules).map(({ path }) => path)).toEqual(['/home', '/b'])
})

test('after a change of course, no page keeps the filters of the previous one', () => {
  const filtered = [tab('/home'), tab('/a', '/a?courseId=1&pageNo=3')]
  expect(nextTabs(filtered, { does: 'bare' }, rules).map(({ url }) => url)).toEqual(['/home', '/a'])
})

test('the last tab cannot be closed', () => {
  expect(nextTabs([tab('/a')], { does: 'close', path: '/a' }, rules)).toHaveLength(1)
})

test('a reload remounts only that page', () => {
  expect(nextTabs(tabs, { does: 'reload', path: '/a' }, rules).map(({ round }) => round)).toEqual([0, 1, 0])
})

test('after closing, the tab on the right is shown, or else the one on the left', () => {
  expect(neighbourOf(tabs, '/a')?.path).toBe('/b')
  expect(neighbourOf(tabs, '/b')?.path).toBe('/a')
})

test('entries stored by another version are ignored', () => {
  expect(parseTabs('[{"path":"/a"},null,3]')).toEqual([])
  expect(parseTabs('not json')).toEqual([])
  expect(parseTabs(JSON.stringify(tabs))).toEqual(tabs)
})
