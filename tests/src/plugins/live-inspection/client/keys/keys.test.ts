// @vitest-environment happy-dom
import { beforeEach, describe, expect, test } from 'vitest'
import {
  bindings,
  commandOf,
  type Command,
  type FocusPlace,
  type Press,
} from '../../../../../../src/plugins/live-inspection/shared/bindings.ts'
import { focusPlaceOf } from '../../../../../../src/plugins/live-inspection/client/keys/focus-place.ts'

describe('keys', () => {
  const cases: readonly (readonly [Press, FocusPlace, Command | undefined])[] = [
    [{ key: 'n' }, 'list', 'next'],
    [{ key: 'N' }, 'list', 'next'],
    [{ key: 'n' }, 'score', 'next'],
    [{ key: 'n' }, 'text', undefined],
    [{ key: '8' }, 'list', 'digit'],
    [{ key: '8' }, 'score', undefined],
    [{ key: 'c' }, 'score', 'comments'],
    [{ key: 'c' }, 'text', undefined],
    [{ key: 'ç', altKey: true, keyCode: 67 }, 'text', 'comments'],
    [{ key: 'Enter' }, 'list', 'edit'],
    [{ key: 'Enter' }, 'text', 'save'],
    [{ key: 'Enter', ctrlKey: true }, 'score', 'saveAndNext'],
    [{ key: 'Enter', metaKey: true }, 'score', 'saveAndNext'],
    [{ key: 'c', ctrlKey: true }, 'score', undefined],
    [{ key: '2', altKey: true, keyCode: 50 }, 'text', 'tab2'],
    [{ key: 's' }, 'elsewhere', undefined],
    [{ key: '?' }, 'list', 'shortcuts'],
  ]
  test.each(cases)('%j in %s', (press, place, command) => expect(commandOf(press, place)).toBe(command))

  test('do nothing while an input method is composing, however the browser reports it', () => {
    for (const press of [{ isComposing: true }, { keyCode: 229 }]) {
      for (const key of ['Enter', 'n', 'Escape', '8', 'Process'])
        for (const place of ['list', 'score', 'text'] as const) expect(commandOf({ key, ...press }, place)).toBeUndefined()
    }
  })

  test('have one meaning in each place', () => {
    const taken = bindings.flatMap(({ keys, places }) => keys.flatMap((key) => places.map((place) => `${place} ${key}`)))
    expect(taken).toHaveLength(new Set(taken).size)
  })
})

describe('the place of the cursor', () => {
  beforeEach(() => {
    document.body.innerHTML = `
      <input data-mark="score" id="score"><input data-mark="bz" id="note"><input id="kit">
      <button id="button">保存</button><div id="row"></div>
      <div class="ant-modal-root"><span id="window"></span></div>`
  })
  test.each([
    ['score', '8', 'score'],
    ['note', '8', 'text'],
    ['kit', '8', 'elsewhere'],
    ['row', '8', 'list'],
    ['button', 'n', 'list'],
    ['button', 'Enter', 'elsewhere'],
    ['window', 'n', 'elsewhere'],
  ])('is right for #%s with the key %s', (id, key, place) => expect(focusPlaceOf(document.getElementById(id), key)).toBe(place))
})
