// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { rowActionsOf } from '../../../../../engine/client/list/rows/row-actions.ts'
import { RowActions } from '../../../../../engine/client/list/rows/RowActions.tsx'
import { allPermissions, device } from '../../sample-entities.ts'

const menuIsOpen = () => document.querySelector('.ant-dropdown:not(.ant-dropdown-hidden) [role=menuitem]') !== null

test('the folded actions open on a click, even after a hover, and the second click of a double click does not close them', async () => {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true
  const box = document.body.appendChild(document.createElement('div'))
  const root = createRoot(box)
  const actions = rowActionsOf(device, allPermissions)
  await act(async () => root.render(<RowActions actions={actions} row={{ id: '1', state: 1 }} run={vi.fn()} most={1} />))
  const button = box.querySelector('button')
  const click = (detail: number) => act(async () => button?.dispatchEvent(new MouseEvent('click', { bubbles: true, detail })))
  await act(async () => {
    for (const name of ['pointerover', 'mouseover', 'pointerenter', 'mouseenter'])
      button?.dispatchEvent(new MouseEvent(name, { bubbles: true }))
    await new Promise((resolve) => setTimeout(resolve, 300))
  })
  await click(1)
  expect(menuIsOpen()).toBe(true)
  await click(2)
  expect(menuIsOpen()).toBe(true)
  await act(async () => root.unmount())
  box.remove()
})

test('a finger opens the folded actions and closes them again, and Esc gives the focus back to their button', async () => {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true
  const box = document.body.appendChild(document.createElement('div'))
  const root = createRoot(box)
  const actions = rowActionsOf(device, allPermissions)
  await act(async () => root.render(<RowActions actions={actions} row={{ id: '1', state: 1 }} run={vi.fn()} most={1} />))
  const button = box.querySelector('button')
  const isUnfolded = () => button?.getAttribute('aria-expanded')
  /** A finger's mouse events come after it has left. */
  const tap = async () => {
    for (const name of ['pointerdown', 'pointerup', 'mousedown', 'mouseup', 'click'])
      await act(async () => {
        button?.dispatchEvent(new MouseEvent(name, { bubbles: true, detail: 1 }))
        await new Promise((resolve) => setTimeout(resolve, 5))
      })
  }
  expect(isUnfolded()).toBe('false')
  await tap()
  expect(isUnfolded()).toBe('true')
  await tap()
  expect(isUnfolded()).toBe('false')
  await tap()
  const entry = document.querySelector<HTMLElement>('[role=menuitem]')
  entry?.focus()
  expect(document.activeElement).toBe(entry)
  await act(async () => window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', keyCode: 27, bubbles: true })))
  expect(isUnfolded()).toBe('false')
  expect(document.activeElement).toBe(button)
  await act(async () => root.unmount())
  box.remove()
})

test('a folded action that is not possible now shows its reason in place, also on touch screens', async () => {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true
  const box = document.body.appendChild(document.createElement('div'))
  const root = createRoot(box)
  const run = vi.fn()
  const actions = rowActionsOf(device, allPermissions)
  await act(async () => root.render(<RowActions actions={actions} row={{ id: '1', state: 1 }} run={run} most={1} />))
  await act(async () => box.querySelector('button')?.click())
  const items = [...document.querySelectorAll<HTMLElement>('[role=menuitem]')]
  const closed = items.find((item) => item.textContent.includes('删除'))
  expect(closed?.textContent).toBe('删除使用中的设备不能删除')
  await act(async () => closed?.click())
  expect(run).not.toHaveBeenCalled()
  await act(async () => root.unmount())
  box.remove()
})
