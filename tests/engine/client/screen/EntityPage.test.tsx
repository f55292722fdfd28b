// @vitest-environment happy-dom
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { App } from 'antd'
import { act, useEffect } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter, useLocation, useNavigate, type NavigateFunction } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { askFirstRows, EntityPage, CurrentUserProvider, useUnsaved, type CurrentUser } from '../../../../engine/client/index.ts'
import { rowActionsOf } from '../../../../engine/client/list/rows/row-actions.ts'
import type { AnyEntity } from '../../../../engine/schema/index.ts'
import { allPermissions, device } from '../sample-entities.ts'

declare global {
  var IS_REACT_ACT_ENVIRONMENT: boolean
  interface Window {
    happyDOM: { setURL(url: string): void }
  }
}

const course: AnyEntity = { ...device, name: 'course', fields: { semester: { type: 'text', label: '学期' } } }
const rows = Array.from({ length: 30 }, (_, index) => ({
  id: `d${index}`,
  code: `A${index}`,
  course: 'c1',
  course_dictText: '电路',
  state: index % 3,
}))
const asked: string[] = []
/** The body of the last request that had one. */
let sent = ''
/** Addresses that the server cannot answer now. */
let broken: RegExp | undefined
let server: Server
let root: Root
let box: HTMLElement

const teacher: CurrentUser = {
  id: 'u1',
  username: 'teacher',
  realname: '王老师',
  roleCode: '2',
  permissions: allPermissions,
  dictionaries: {},
  loginAt: 0,
  derivations: {},
  offered: {},
  settings: {},
  keepSettings: () => Promise.resolve(),
  remember: async () => ({}),
  loadEntity: async () => course,
  loadPanel: () => Promise.reject(new Error('no panels here')),
  entityPath: (name) => `/${name}`,
}

beforeEach(async () => {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true
  asked.length = 0
  broken = undefined
  server = createServer((request, response) => {
    asked.push(request.url ?? '')
    request.on('data', (part: Buffer) => (sent = part.toString()))
    const result = /\/(list|deleteList)\b/.test(request.url ?? '') ? { records: rows, total: 30, size: 30, current: 1, pages: 1 } : []
    response.setHeader('content-type', 'application/json')
    if (broken?.test(request.url ?? '')) response.statusCode = 500
    response.end(JSON.stringify({ success: true, code: 200, message: '', result, timestamp: 0 }))
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

let go: NavigateFunction
let place = ''
function Compass() {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  useEffect(() => {
    go = navigate
    place = pathname
  }, [navigate, pathname])
  return null
}

/** Unsaved text on the page. */
let unsaved: string | undefined
function Writer() {
  useUnsaved({ isDirty: () => unsaved !== undefined, what: () => unsaved ?? '', close: () => (unsaved = undefined) })
  return null
}

async function open(address: string, entity = device, viewer = teacher): Promise<void> {
  await act(async () =>
    root.render(
      <App>
        <MemoryRouter initialEntries={[address]}>
          <CurrentUserProvider value={viewer}>
            <Compass />
            <Writer />
            <EntityPage entity={entity} />
          </CurrentUserProvider>
        </MemoryRouter>
      </App>,
    ),
  )
}
const listCalls = () => asked.filter((url) => url.includes('/lab/device/list'))
const button = (label: string) => [...box.querySelectorAll('button')].find((one) => one.textContent?.replaceAll(' ', '') === label)
/** React paints when an act ends, so waiting means many short acts. */
const until = (check: () => void) =>
  vi.waitFor(
    async () => {
      await act(() => new Promise((done) => setTimeout(done, 20)))
      check()
    },
    { timeout: 10_000 },
  )

test('without its required filter a list shows the sentence, requests nothing and offers no adding; no row can be selected for deletion', async () => {
  await open('/device')
  await until(() => expect(box.textContent).toContain('请选择课程！'))
  await act(async () => button('查询')?.click())
  await until(() => expect(document.querySelector('.ant-message')?.textContent).toContain('请选择课程！'))
  expect(listCalls()).toEqual([])
  expect(button('新增')).toBeUndefined()
  await act(async () => button('批量删除')?.click())
  await until(() => expect(document.querySelector('.ant-message')?.textContent).toContain('请选择一条记录！'))
})

test('if only adding requires the course, export is available at once: first it names the missing filter, then requests what is shown', async () => {
  const { needs, ...list } = device.list
  const loose = { ...device, list: { ...list, addNeeds: needs } }
  await open('/device', loose)
  await until(() => expect(button('导出')).toBeDefined())
  expect(button('新增')).toBeUndefined()
  await act(async () => go('/device', { state: { adds: true } }))
  await until(() => expect(box.textContent).toContain('请选择课程！'))
  expect(document.querySelector('.ant-spin-fullscreen, .ant-modal')).toBeNull()
  const exports = () => asked.filter((url) => url.includes('/exportXls'))
  await act(async () => button('导出')?.click())
  await until(() => expect(document.querySelector('.ant-message')?.textContent).toContain('请选择课程！'))
  expect(exports()).toEqual([])
  await act(async () => go('/device?course=c1&state=0'))
  await until(() => expect(button('新增')).toBeDefined())
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  await act(async () => button('导出')?.click())
  await until(() => expect(saved).toHaveBeenCalledOnce())
  saved.mockRestore()
  expect(exports()).toHaveLength(1)
  expect(JSON.parse(sent)).toEqual({ course: 'c1', state: 0, column: 'code', order: 'asc', list: 'list' })
})

test('the address determines what is shown, and the chosen course brings the buttons', async () => {
  await open('/device?course=c1&pageSize=30&column=state&order=desc&state=0')
  await until(() => expect(box.textContent).toContain('A29'))
  const query = new URL(listCalls()[0] ?? '', location.href).searchParams
  expect(Object.fromEntries(query)).toEqual({ course: 'c1', state: '0', pageNo: '1', pageSize: '30', column: 'state', order: 'desc' })
  for (const label of ['新增', '批量删除']) expect(button(label), label).toBeDefined()
})

test('opening a row with unsaved changes asks first, and goes on if the user agrees to lose them', async () => {
  await open('/device?course=c1&pageSize=30')
  await until(() => expect(box.textContent).toContain('A29'))
  const name = () => [...box.querySelectorAll('a')].find((link) => link.textContent === 'A3')
  const question = () => document.querySelector('.ant-modal-confirm')
  unsaved = '编辑设备：备注'
  await act(async () => name()?.click())
  await until(() => expect(question()?.textContent).toContain('编辑设备：备注'))
  expect(box.textContent).toContain('A29')
  expect(unsaved).toBeDefined()
  const buttons = [...(question()?.querySelectorAll('button') ?? [])]
  await act(async () => buttons.find((one) => one.textContent?.replaceAll(' ', '') === '放弃')?.click())
  await until(() => expect(unsaved).toBeUndefined())
})

test('a filter of another entity is an empty placeholder until that entity is known, not an input', async () => {
  let tell: (entity: AnyEntity) => void = () => undefined
  const known = new Promise<AnyEntity>((done) => (tell = done))
  const filter = () => box.querySelector('[role="search"] .engine-filter')
  await open('/seat', { ...device, name: 'seat' }, { ...teacher, loadEntity: () => known })
  await until(() => expect(filter()?.textContent).toBe('学期'))
  expect(filter()?.querySelector('input')).toBeNull()
  expect(filter()?.querySelector('.ant-skeleton')).not.toBeNull()
  await act(async () => tell(course))
  await until(() => expect(filter()?.querySelector('input')?.placeholder).toBe('请输入学期'))
})

test('a failed search says so and shows no row of the previous search, until it is repeated', async () => {
  await open('/device?course=c1&pageSize=30')
  await until(() => expect(box.textContent).toContain('A29'))
  broken = /state=1/
  await act(async () => go('/device?course=c1&pageSize=30&state=1'))
  await until(() => expect(box.textContent).toContain('加载失败'))
  expect(box.textContent).not.toContain('A29')
  expect(button('删除')).toBeUndefined()
  broken = undefined
  await act(async () => button('重试')?.click())
  await until(() => expect(box.textContent).toContain('A29'))
})

test('rows that cannot be read again stay, with a note that they may be outdated', async () => {
  await open('/device?course=c1&pageSize=30')
  await until(() => expect(box.textContent).toContain('A29'))
  broken = /./
  await act(async () => button('查询')?.click())
  await until(() => expect(box.textContent).toContain('列表未能刷新'))
  expect(box.textContent).toContain('A29')
})

test('a bin is searched by its texts, and has no search box if it shows none', async () => {
  const searchBox = () => document.querySelector('[aria-label="搜索回收站"]')
  const openBin = async (columns: readonly string[]) => {
    await open('/device?course=c1', { ...device, bin: true, list: { ...device.list, columns } })
    await until(() => expect(button('回收站')).toBeDefined())
    await act(async () => button('回收站')?.click())
    await until(() => expect(document.querySelector('.ant-modal')?.textContent).toContain('空闲'))
  }
  await openBin(['code', 'state'])
  expect(searchBox()).not.toBeNull()
  await act(async () => document.querySelector<HTMLElement>('.ant-modal-close')?.click())
  await openBin(['state', 'bought'])
  expect(searchBox()).toBeNull()
})

test('a bin that cannot be read says so in its own words', async () => {
  broken = /lostBin/
  await open('/device?course=c1', { ...device, bin: { list: 'lostBin', failure: '查询已删除的用户失败：' } })
  await until(() => expect(button('回收站')).toBeDefined())
  await act(async () => button('回收站')?.click())
  await until(() => expect(document.querySelector('.ant-modal')?.textContent).toContain('查询已删除的用户失败：'))
})

test('the details of a row open in its form, which cannot be changed or sent', async () => {
  await open('/device?course=c1', { ...device, rowActions: { look: { label: '详情', does: 'view', opensIn: 'form' } } })
  await until(() => expect(button('详情')).toBeDefined())
  await act(async () => button('详情')?.click())
  const form = () => document.querySelector('.ant-modal:last-of-type')
  await until(() => expect(form()?.querySelector('form')?.textContent).toContain('A0'))
  expect(form()?.querySelectorAll('input, textarea, .ant-select')).toHaveLength(0)
  expect([...(form()?.querySelectorAll('.ant-modal-footer button') ?? [])].map((one) => one.textContent?.replaceAll(' ', ''))).toEqual([
    '关闭',
  ])
})

test('an action that shows a row leads to its own page, as its name does; without the right to view rows there is none', async () => {
  const shown = { ...device, rowActions: { look: { label: '详情', does: 'view' } } } as const
  await open('/device?course=c1&pageSize=30', shown)
  await until(() => expect(button('详情')).toBeDefined())
  expect(box.querySelector('a[href="/equipment/d0"]')?.textContent).toBe('A0')
  await act(async () => button('详情')?.click())
  await until(() => expect(place).toBe('/equipment/d0'))
  expect(rowActionsOf(shown, new Set(['teaching:equipment:edit'])).map(({ key }) => key)).toEqual(['edit'])
})

test('ticking a row repaints only that row and the head', async () => {
  await open('/device?course=c1&pageSize=30')
  await until(() => expect(box.textContent).toContain('A29'))
  const painted = new Set<Element | null>()
  const observer = new MutationObserver((changes) => {
    for (const { target } of changes) painted.add(target instanceof Element ? target.closest('tr[data-row-key]') : null)
  })
  observer.observe(box, { subtree: true, childList: true, attributes: true, characterData: true })
  await act(async () => box.querySelector<HTMLInputElement>('[aria-label="选择 A7"]')?.click())
  await until(() => expect(box.textContent).toContain('已选择 1 项'))
  observer.disconnect()
  const touched = [...painted].flatMap((row) => row?.getAttribute('data-row-key') ?? [])
  expect(touched).toEqual(['d7'])
})

test('rows that were asked for while the page was being loaded are those that the list shows, and it does not ask again', async () => {
  const address = '/device?course=c1&state=1&pageSize=30&column=state&order=desc'
  await askFirstRows(device, undefined, { search: address.slice('/device'.length), offered: {}, load: teacher.loadEntity })
  expect(listCalls()).toHaveLength(1)
  await open(address)
  await until(() => expect(box.textContent).toContain('A29'))
  expect(listCalls()).toHaveLength(1)
  expect(asked.filter((url) => url === asked[0])).toHaveLength(1)
})

test('nothing is asked ahead for a list that waits for a choice', async () => {
  await askFirstRows(device, undefined, { search: '', offered: {}, load: teacher.loadEntity })
  expect(listCalls()).toEqual([])
})
