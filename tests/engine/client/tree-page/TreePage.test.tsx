// @vitest-environment happy-dom
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { App } from 'antd'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { EntityPage, CurrentUserProvider, type CurrentUser } from '../../../../engine/client/index.ts'
import { defineEntity, type AnyEntity, type TreePageSpec, type WireRow } from '../../../../engine/schema/index.ts'
import { device } from '../sample-entities.ts'

declare global {
  var IS_REACT_ACT_ENVIRONMENT: boolean
  interface Window {
    happyDOM: { setURL(url: string): void }
  }
}

const page: TreePageSpec = {
  title: '地点管理',
  menu: { icon: 'bank', order: 1 },
  search: '按名称搜索',
  edits: {
    add: '添加地点',
    addBelow: '添加下级',
    needsParent: '请先选上级',
    needsNode: '请选择地点',
    needsTicks: '请勾选',
    deleteTicked: '删除 N 个地点?',
    notDeleted: '没有删除：',
  },
  tabs: [
    { label: '基本', shows: 'form' },
    { label: '设备', shows: 'rows', entity: 'equipment', by: 'code', from: 'name' },
  ],
}
const described = defineEntity({
  name: 'department',
  title: '地点',
  domain: 'identity',
  endpoints: { base: '/lab/place' },
  label: 'name',
  fields: {
    name: { type: 'text', label: '名称', required: '请输入名称' },
    above: { type: 'treeReference', to: 'department', show: 'name', label: '上级' },
  },
  list: { columns: ['name'] },
  form: { opensIn: 'modal', groups: { '': ['name', 'above'] } },
  tree: { parent: 'above', title: 'name' },
  treePages: {
    manage: page,
    lazy: { ...page, lazy: true },
    mine: { ...page, edits: undefined, nodes: 'mine', only: { message: '2', otherwise: '暂无此权限' }, empty: '没有地点', tabs: [] },
  },
  calls: { mine: { title: '我的地点', verbs: ['GET'], does: 'call' } },
  scope: 'none',
  access: { grants: { '1': 'all' } },
})
const place: AnyEntity = described

const node = (key: string, title: string, parentId: string, children?: WireRow[]): WireRow => ({
  id: key,
  key,
  title,
  name: title,
  parentId,
  above: parentId,
  version: 1,
  isLeaf: !children,
  ...(children && { children }),
})
const lab = node('c', '激光室', 'b')
const floor = node('b', '二楼', 'a', [lab])
const house = node('a', '物理楼', '', [floor])

const asked: string[] = []
const sent: { url: string; method: string; body: string }[] = []
let mine: { message: string; result: unknown }
let refusal: string | undefined
let server: Server
let root: Root
let box: HTMLElement

const answers: readonly (readonly [RegExp, (query: URLSearchParams) => unknown])[] = [
  [/keyWord=/, () => [{ ...lab, above: ['物理楼', '二楼'] }]],
  [/\/options/, () => []],
  [/\/tree\?pid=a/, () => [{ ...floor, children: undefined }]],
  [/\/tree\?pid=b/, () => [lab]],
  [/\/tree\?pid=/, () => [{ ...house, children: undefined }]],
  [/\/tree/, () => [house]],
  [/queryById/, (query) => [house, floor, lab].find(({ id }) => id === query.get('id')) ?? null],
  [/device\/list/, () => ({ records: [{ id: 'd1', code: 'A1' }], total: 1, size: 10, current: 1, pages: 1 })],
]

beforeEach(async () => {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true
  asked.length = 0
  sent.length = 0
  refusal = undefined
  mine = { message: '2', result: [house] }
  server = createServer((request, response) => {
    const url = request.url ?? ''
    asked.push(url)
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      if (request.method !== 'GET') sent.push({ url, method: request.method ?? '', body: Buffer.concat(parts).toString() })
      const { searchParams } = new URL(url, 'http://localhost')
      const found = answers.find(([path]) => path.test(url))?.[1](searchParams) ?? null
      const told = url.includes('/mine') ? mine : { message: '', result: found }
      const refused = request.method !== 'GET' && refusal !== undefined
      response.setHeader('content-type', 'application/json')
      const body = { success: !refused, code: refused ? 500 : 200, ...told, ...(refused && { message: refusal }), timestamp: 0 }
      response.end(JSON.stringify(body))
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  window.happyDOM.setURL(`http://127.0.0.1:${port}/`)
  box = document.body.appendChild(document.createElement('div'))
  root = createRoot(box)
})
afterEach(async () => {
  await act(async () => root.unmount())
  box.remove()
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
})

const all = new Set([
  ...['view', 'add', 'edit', 'delete', 'import', 'export'].map((verb) => `identity:department:${verb}`),
  'teaching:equipment:view',
])
const viewer = (permissions: ReadonlySet<string>): CurrentUser => ({
  id: 'u1',
  username: 'admin',
  realname: '管理员',
  roleCode: '1',
  permissions,
  dictionaries: {},
  loginAt: 0,
  derivations: {},
  offered: {},
  settings: {},
  keepSettings: () => Promise.resolve(),
  remember: async () => ({}),
  loadEntity: async (name) => (name === 'equipment' ? { ...device, list: { columns: ['code'], filters: ['code'] } } : place),
  loadPanel: () => Promise.reject(new Error('no panels here')),
  entityPath: (name) => `/${name}`,
})

async function open(name: string, address = '/', permissions: ReadonlySet<string> = all): Promise<void> {
  await act(async () =>
    root.render(
      <App>
        <MemoryRouter initialEntries={[address]}>
          <CurrentUserProvider value={viewer(permissions)}>
            <SWRConfig value={{ provider: () => new Map() }}>
              <EntityPage entity={place} list={name} />
            </SWRConfig>
          </CurrentUserProvider>
        </MemoryRouter>
      </App>,
    ),
  )
}
const until = (check: () => void) =>
  vi.waitFor(
    async () => {
      await act(() => new Promise((done) => setTimeout(done, 20)))
      check()
    },
    { timeout: 10_000 },
  )
const button = (label: string, within: ParentNode = document) =>
  [...within.querySelectorAll('button')].find((one) => one.textContent?.replaceAll(' ', '') === label)
const press = (element: Element | undefined | null) =>
  act(async () => element?.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 })))
const titles = () => [...box.querySelectorAll('.ant-tree-title')].map((one) => one.textContent)
const nodeOf = (title: string) => [...box.querySelectorAll('.ant-tree-title')].find((one) => one.textContent === title)
const messages = () => document.querySelector('.ant-message')?.textContent ?? ''
const menuEntries = () => [...document.querySelectorAll('.ant-dropdown-menu-item')].map((one) => one.textContent)
const entry = (label: string) => [...document.querySelectorAll('.ant-dropdown-menu-item')].find((one) => one.textContent === label)
const input = () => box.querySelector<HTMLInputElement>('[data-field="name"] input')

async function type(field: HTMLInputElement | null, text: string): Promise<void> {
  await act(async () => {
    if (!field) return
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
}

describe('a page with a tree on its left', () => {
  test('shows the chosen node on tabs, saves it, and lists what belongs to it', async () => {
    await open('manage')
    await until(() => expect(titles()).toEqual(['物理楼', '二楼', '激光室']))
    expect(box.textContent).toContain('请选择地点')
    await press(button('保存'))
    await until(() => expect(messages()).toContain('请选择地点'))
    await press(nodeOf('二楼'))
    await until(() => expect(input()?.value).toBe('二楼'))
    await type(input(), '三楼')
    await press(button('保存'))
    await until(() => expect(sent.map(({ method, url }) => `${method} ${url}`)).toEqual(['PUT /api/lab/place/edit']))
    expect(JSON.parse(sent[0]?.body ?? '')).toMatchObject({ id: 'b', name: '三楼', version: 1 })
    await until(() => expect(input()?.value).toBe('二楼'))
    await press([...box.querySelectorAll('[role=tab]')].find((tab) => tab.textContent === '设备'))
    await until(() =>
      expect(asked.some((url) => url.includes('/lab/device/list') && url.includes(`code=${encodeURIComponent('二楼')}`))).toBe(true),
    )
  })

  test('finds nodes by their name, with what is above them', async () => {
    await open('manage')
    await until(() => expect(titles()).toHaveLength(3))
    await type(box.querySelector('input[aria-label="按名称搜索"]'), '激光')
    await until(() => expect(titles()).toEqual(['物理楼', '二楼', '激光室']))
    await type(box.querySelector('input[aria-label="按名称搜索"]'), '化学')
    await until(() => expect(box.textContent).toContain('没有符合条件的数据'))
  })

  test('adds below the chosen node alone, and offers adding and deleting on a right click', async () => {
    await open('manage')
    await until(() => expect(titles()).toHaveLength(3))
    await press(button('添加下级'))
    await until(() => expect(messages()).toContain('请先选上级'))
    await act(async () => nodeOf('激光室')?.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true })))
    await until(() => expect(menuEntries()).toEqual(['添加', '删除', '取消']))
    await press(entry('删除'))
    await until(() => expect(document.body.textContent).toContain('确定删除吗?'))
    refusal = '还有设备'
    await press(button('确定'))
    await until(() => expect(messages()).toContain('没有删除：还有设备'))
    expect(sent.at(-1)).toMatchObject({ method: 'DELETE', url: '/api/lab/place/delete?id=c' })
  })

  test('deletes the ticked nodes after a question that counts them; linked ticks take what is below along', async () => {
    await open('manage')
    await until(() => expect(titles()).toHaveLength(3))
    await press(button('批量删除'))
    await until(() => expect(messages()).toContain('请勾选'))
    await press(button('树操作'))
    await until(() => expect(menuEntries()).toEqual(['父子关联', '取消关联', '全部勾选', '取消全选', '展开所有', '合并所有']))
    await press(entry('父子关联'))
    await press(box.querySelectorAll('.ant-tree-checkbox')[1])
    await until(() => expect(box.querySelectorAll('.ant-tree-checkbox-checked')).toHaveLength(3))
    await press(button('批量删除'))
    await until(() => expect(document.body.textContent).toContain('删除 3 个地点?'))
    await press(button('确定'))
    await until(() => expect(sent.at(-1)?.url).toBe('/api/lab/place/deleteBatch?ids=b,c,a'))
  })

  test('without the permissions to change it, it is read alone', async () => {
    await open('manage', '/?node=b', new Set(['identity:department:view']))
    await until(() => expect(titles()).toHaveLength(3))
    await until(() => expect(box.textContent).toContain('名称'))
    expect(input()).toBeNull()
    expect(box.querySelector('.ant-tree-checkbox')).toBeNull()
    for (const label of ['添加地点', '批量删除', '保存']) expect(button(label)).toBeUndefined()
  })
})

describe('a lazy tree', () => {
  test('asks for a level when the node above it is opened, and searches on the server', async () => {
    await open('lazy')
    await until(() => expect(titles()).toEqual(['物理楼']))
    expect(asked.some((url) => url.includes('pid=a'))).toBe(false)
    await press(box.querySelector('.ant-tree-switcher'))
    await until(() => expect(titles()).toEqual(['物理楼', '二楼']))
    await type(box.querySelector('input[aria-label="按名称搜索"]'), '激光')
    await until(() => expect(box.textContent).toContain('物理楼 / 二楼'))
    await press([...box.querySelectorAll('a')].find((link) => link.textContent?.includes('激光室')))
    await until(() => expect(input()?.value).toBe('激光室'))
  })
})

describe('a tree that a call answers', () => {
  test('is for those alone to whom the call says so', async () => {
    mine = { message: '1', result: null }
    await open('mine')
    await until(() => expect(box.textContent).toContain('暂无此权限'))
    expect(titles()).toEqual([])
  })

  test('shows its nodes, or why there are none', async () => {
    await open('mine')
    await until(() => expect(titles()).toEqual(['物理楼', '二楼', '激光室']))
  })

  test('that is empty says so', async () => {
    mine = { message: '2', result: [] }
    await open('mine')
    await until(() => expect(box.textContent).toContain('没有地点'))
  })
})
