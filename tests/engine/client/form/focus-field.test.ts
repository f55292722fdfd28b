// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { focusField, keepFirstCursor } from '../../../../engine/client/form/focus-field.ts'

const find = (selector: string): HTMLElement => {
  const found = document.querySelector(selector)
  if (!(found instanceof HTMLElement)) throw new Error(`there is no ${selector}`)
  return found
}

beforeEach(() => {
  vi.useFakeTimers()
  document.body.innerHTML = `<button id="opens"></button><div id="window" tabindex="-1"><button id="close"></button>
    <form><div data-field="a"><input id="a" /></div><div data-field="b"><input id="b" /></div></form></div>`
  find('#opens').focus()
})
afterEach(() => vi.useRealTimers())

test('an opening form puts the cursor into its first field, even if the second press of a double click lands beside it', () => {
  const leave = keepFirstCursor(() => find('form'))
  vi.advanceTimersByTime(60)
  expect(document.activeElement?.id).toBe('a')
  find('#window').focus()
  vi.advanceTimersByTime(60)
  expect(document.activeElement?.id).toBe('a')
  leave()
})

test('a user who is quicker than the window keeps their chosen field or button, and later presses work normally', () => {
  keepFirstCursor(() => find('form'))
  find('#b').focus()
  vi.advanceTimersByTime(60)
  expect(document.activeElement?.id).toBe('b')
  find('#close').focus()
  vi.advanceTimersByTime(60)
  expect(document.activeElement?.id).toBe('close')
  vi.advanceTimersByTime(1000)
  find('#window').focus()
  vi.advanceTimersByTime(1000)
  expect(document.activeElement?.id).toBe('window')
})

test('a wrong field in a tab that is not open has its tab opened, and the cursor goes to the wrong cell', () => {
  document.body.innerHTML = `<form><button role="tab" id="second"></button>
    <div role="tabpanel" aria-hidden="true" aria-labelledby="second">
      <div data-field="rows"><input id="right" /><div data-invalid="true"><input id="wrong" /></div></div></div></form>`
  find('#second').addEventListener('click', () => find('[role=tabpanel]').setAttribute('aria-hidden', 'false'))
  focusField(find('form'), 'rows')
  vi.advanceTimersByTime(60)
  expect(find('[role=tabpanel]').getAttribute('aria-hidden')).toBe('false')
  expect(document.activeElement?.id).toBe('wrong')
})
