// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { VersionsDrawer } from '../../../../../../src/plugins/live-inspection/client/marking/VersionsDrawer.tsx'
import { calls } from '../../../../../../src/plugins/live-inspection/client/state/calls.ts'
import { result } from '../rows.ts'

declare global {
  var IS_REACT_ACT_ENVIRONMENT: boolean
}

test('the history of a result names who wrote, and the system where nobody did', async () => {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true
  const version = { id: '1', version: 1, at: '2026-11-23 08:00:00', userId: '', realname: '', operation: 'add', changes: [] }
  vi.spyOn(calls, 'pastVersions').mockResolvedValue([version, { ...version, id: '2', realname: '李老师' }])
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () => root.render(<VersionsDrawer row={result('1')} onClose={() => undefined} />))
  expect([...document.querySelectorAll('strong')].map((name) => name.textContent)).toEqual(['系统', '李老师'])
  await act(async () => root.unmount())
})
