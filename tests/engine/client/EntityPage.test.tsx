// @vitest-environment happy-dom
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { App } from 'antd'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { EntityPage, SessionProvider, type Session } from '../../../engine/client/index.ts'
import type { AnyEntity } from '../../../engine/schema/index.ts'
import { allPermissions, device } from './sample-entities.ts'

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
let server: Server
let root: Root
let box: HTMLElement

const session: Session = {
  user: { id: 'u1', username: 'teacher', realname: '王老师', roleCode: '2' },
  permissions: allPermissions,
  dictionaries: {},
  loadEntity: async () => course,
  entityPath: (name) => `/${name}`,
}

beforeEach(async () => {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true
  asked.length = 0
  server = createServer((request, response) => {
    asked.push(request.url ?? '')
    const result = request.url?.includes('/list') ? { records: rows, total: 30, size: 30, current: 1, pages: 1 } : []
    response.setHeader('content-type', 'application/json')
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

async function open(address: string): Promise<void> {
  await act(async () =>
    root.render(
      <App>
        <MemoryRouter initialEntries={[address]}>
          <SessionProvider value={session}>
            <EntityPage entity={device} />
          </SessionProvider>
        </MemoryRouter>
      </App>,
    ),
  )
}
const listCalls = () => asked.filter((url) => url.includes('/lab/device/list'))
const button = (label: string) => [...box.querySelectorAll('button')].find((one) => one.textContent?.replaceAll(' ', '') === label)
/** React paints when an act ends, so waiting is many short acts. */
const until = (check: () => void) =>
  vi.waitFor(
    async () => {
      await act(() => new Promise((done) => setTimeout(done, 20)))
      check()
    },
    { timeout: 10_000 },
  )

test('without its required filter a list says the sentence, asks for nothing and offers nothing to add', async () => {
  await open('/device')
  await until(() => expect(box.textContent).toContain('请选择课程！'))
  await act(async () => button('查询')?.click())
  await until(() => expect(document.querySelector('.ant-message')?.textContent).toContain('请选择课程！'))
  expect(listCalls()).toEqual([])
  expect(button('新增')).toBeUndefined()
})

test('the address says what is shown, and the chosen course brings the buttons', async () => {
  await open('/device?course=c1&pageSize=30&column=state&order=desc&state=0')
  await until(() => expect(box.textContent).toContain('A29'))
  const query = new URL(listCalls()[0] ?? '', location.href).searchParams
  expect(Object.fromEntries(query)).toEqual({ course: 'c1', state: '0', pageNo: '1', pageSize: '30', column: 'state', order: 'desc' })
  expect(button('新增')).toBeDefined()
})

test('ticking a row repaints that row and the head, and nothing else', async () => {
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
