import { expect, test } from 'vitest'
import { addressed, filterMenu, foldersOf, pageAt, pagesOf, pathOf, type MenuNode } from '../../../../src/client/shell/menu-tree.ts'

const menu: readonly MenuNode[] = [
  { id: 'home', name: 'home', path: '/dashboard/analysis', screen: 'screen:dashboard', meta: { title: '首页' } },
  {
    id: 'teaching',
    name: 'teaching',
    path: '/teaching',
    meta: { title: '教学管理' },
    children: [
      { id: 'course', name: 'course', path: '/teaching/course', screen: 'entity:course', meta: { title: '课程' } },
      { id: 'secret', name: 'secret', path: '/teaching/secret', screen: 'entity:secret', hidden: true, meta: { title: '课程密档' } },
    ],
  },
  { id: 'empty', name: 'empty', path: '/empty', meta: { title: '空目录' }, children: [] },
]

test('pages are the leaves with a screen; folders are not pages', () => {
  expect(pagesOf(menu).map(({ node }) => node.id)).toEqual(['home', 'course', 'secret'])
})

test('pages of other servers: a framed one stands at a word, a link leads there itself', () => {
  const node = (path: string, screen: string): MenuNode => ({ id: path, name: path, path, screen })
  const web = [node('0cc175b9', 'frame:https://a.example/x?y=link:z'), node('92eb5ffe', 'link:https://b.example/')]
  const [all] = addressed([{ id: 'all', name: 'all', path: '/all', children: [...web, ...menu] }])
  expect(all?.children?.slice(0, 3).map(({ path }) => path)).toEqual(['/0cc175b9', 'https://b.example/', '/dashboard/analysis'])
})

test('nested folders are known, so that the menu opens all of them', () => {
  const above: MenuNode = { id: 'all', name: 'all', path: '/all', children: menu }
  expect(foldersOf([above])).toEqual(['all', 'teaching'])
})

test('an address finds its page and the folders above it, with or without a closing slash', () => {
  expect(pageAt(menu, '/teaching/course/')?.parents.map(({ id }) => id)).toEqual(['teaching'])
  expect(pageAt(menu, '/teaching')).toBeUndefined()
})

test('a screen is found at the address given by the server', () => {
  expect(pathOf(menu, 'entity:course')).toBe('/teaching/course')
  expect(pathOf(menu, 'entity:unknown')).toBeUndefined()
})

test('the menu shows neither hidden entries nor empty folders', () => {
  const shown = filterMenu(menu, '')
  expect(shown.map(({ id }) => id)).toEqual(['home', 'teaching'])
  expect(shown[1]?.children?.map(({ id }) => id)).toEqual(['course'])
})

test('a search keeps the entries that match, and all of a folder that matches', () => {
  expect(filterMenu(menu, '课').map(({ id }) => id)).toEqual(['teaching'])
  expect(filterMenu(menu, '教学')[0]?.children?.map(({ id }) => id)).toEqual(['course'])
  expect(filterMenu(menu, '没有')).toEqual([])
  const byInitials = (text: string, query: string) => text === '课程' && query === 'kc'
  expect(filterMenu(menu, 'KC', byInitials)[0]?.children?.map(({ id }) => id)).toEqual(['course'])
})
