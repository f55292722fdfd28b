// @vitest-environment happy-dom
import { App } from 'antd'
import { act, useMemo, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BenchProvider } from '../../../../../../src/plugins/live-inspection/client/state/bench-context.ts'
import { calls } from '../../../../../../src/plugins/live-inspection/client/state/calls.ts'
import { createBench, type Bench } from '../../../../../../src/plugins/live-inspection/client/state/create-bench.ts'
import { HelpProvider } from '../../../../../../src/plugins/live-inspection/client/help/help-context.ts'
import { Marking } from '../../../../../../src/plugins/live-inspection/client/marking/create-marking.ts'
import { MarkingProvider } from '../../../../../../src/plugins/live-inspection/client/marking/marking-context.ts'
import type { Line } from '../../../../../../src/plugins/live-inspection/client/table/Line.tsx'
import { HelpTable } from '../../../../../../src/plugins/live-inspection/client/help/HelpTable.tsx'
import { ResultTable } from '../../../../../../src/plugins/live-inspection/client/results/ResultTable.tsx'
import { request, result } from '../rows.ts'

declare global {
  var IS_REACT_ACT_ENVIRONMENT: boolean
}

/** How often each row was drawn. */
const drawn = new Map<string, number>()
vi.mock('../../../../../../src/plugins/live-inspection/client/table/Line.tsx', async (load) => {
  const module = await load<{ Line: typeof Line }>()
  const counted: typeof Line = (props) => {
    drawn.set(props.id, (drawn.get(props.id) ?? 0) + 1)
    return module.Line(props)
  }
  return { ...module, Line: counted }
})

let bench: Bench
let root: Root
let box: HTMLElement
const nothing = () => undefined
const silent = {
  success: nothing,
  error: nothing,
  refused: nothing,
  info: nothing,
  ask: async () => true,
  focus: nothing,
  focusList: nothing,
  filters: () => ({}),
}

function Stand({ children }: { readonly children: ReactNode }) {
  const actions = useMemo(
    () => ({ marking: new Marking(bench, silent), openRemarks: nothing, openDialog: nothing, openVersions: nothing, showPhotos: nothing }),
    [],
  )
  const help = useMemo(() => ({ take: async () => undefined, solve: async () => undefined, giveBack: async () => undefined }), [])
  return (
    <App>
      <BenchProvider value={bench}>
        <MarkingProvider value={actions}>
          <HelpProvider value={help}>{children}</HelpProvider>
        </MarkingProvider>
      </BenchProvider>
    </App>
  )
}

async function show(table: ReactNode) {
  await act(async () => root.render(<Stand>{table}</Stand>))
  drawn.clear()
}

async function type(input: HTMLInputElement, text: string) {
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
}

const labelled = (label: string): HTMLInputElement => {
  const found = box.querySelector<HTMLInputElement>(`input[aria-label="${label}"]`)
  if (!found) throw new Error(`no input ${label}`)
  return found
}
const thousand = Array.from({ length: 1000 }, (_, index) => String(index).padStart(4, '0'))

beforeEach(() => {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true
  localStorage.clear()
  vi.spyOn(calls, 'claim').mockImplementation(async (id) => ({ id, holder: bench.me, until: Date.now() + 90_000 }))
  bench = createBench({ id: 'u1', name: '王老师' })
  bench.help.fill(
    thousand.map((id) => request(id, { realname: `学生${id}` })),
    1000,
  )
  bench.submitted.fill(
    thousand.map((id) => result(id, { realname: `学生${id}` })),
    1000,
  )
  box = document.body.appendChild(document.createElement('div'))
  root = createRoot(box)
})
afterEach(async () => {
  await act(async () => root.unmount())
  bench.claims.close()
  box.remove()
  vi.restoreAllMocks()
})

test('of a thousand rows, only the visible ones are drawn', async () => {
  await show(<HelpTable narrow={false} handle={null} retry={nothing} />)
  expect(box.querySelectorAll('.live-line').length).toBeGreaterThan(5)
  expect(box.querySelectorAll('.live-line').length).toBeLessThan(60)
  expect(box.querySelector('[role=grid]')?.getAttribute('aria-rowcount')).toBe('1000')
})

test('typing a kit number into one of a thousand requests redraws no other row', async () => {
  await show(<HelpTable narrow={false} handle={null} retry={nothing} />)
  for (const text of ['K', 'K-', 'K-1']) await type(labelled('学生0003 套件号'), text)
  expect([...drawn.keys()].filter((id) => id !== '0003')).toEqual([])
  expect(labelled('学生0003 套件号').value).toBe('K-1')
})

test('typing a score redraws only the row that is typed in', async () => {
  await show(<ResultTable tab="submitted" narrow={false} label="提交的实验" handle={null} retry={nothing} />)
  await act(async () => bench.edit.begin('submitted', result('0002', { realname: '学生0002' })))
  drawn.clear()
  for (const text of ['8', '85']) await type(labelled('分数'), text)
  expect([...drawn]).toEqual([['0002', 2]])
})

test('fifty events between two frames redraw each changed row once, and no other', async () => {
  await show(<ResultTable tab="submitted" narrow={false} label="提交的实验" handle={null} retry={nothing} />)
  await act(async () => {
    for (let index = 0; index < 50; index += 1) bench.submitted.apply([{ put: result('0001', { version: 2 + index, tjh: `K${index}` }) }])
  })
  expect([...drawn]).toEqual([['0001', 1]])
})

test('a row added at the end moves no other row', async () => {
  await show(<ResultTable tab="submitted" narrow={false} label="提交的实验" handle={null} retry={nothing} />)
  await act(async () => bench.submitted.apply([{ put: result('9999') }]))
  expect([...drawn]).toEqual([])
})
