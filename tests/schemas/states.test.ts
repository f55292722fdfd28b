import { expect, test } from 'vitest'
import { problemsOf } from '../../engine/schema/check-schemas.ts'
import type { AnyEntity } from '../../engine/schema/index.ts'
import { shapeChecker } from '../../engine/schema/json-schema.ts'
import { names } from '../../schemas/names.ts'
import { entityNamed, loaded } from './load.ts'
import { expectNone } from '../support/expect-none.ts'

type States = NonNullable<AnyEntity['states']>

const session = entityNamed('session')
const problems = (states: States): string[] =>
  problemsOf([...loaded.filter((one) => one !== session), { ...session, states }], names).map((one) => one.replace('session.', ''))
const move = { from: ['否'], to: '是', otherwise: '不可' }

test('states without a call have moves that rules make by name; several fields of an entity each have their own', () => {
  const states: States = [
    { field: 'haveSeat', transitions: { seat: move } },
    { field: 'haveInspect', transitions: { inspect: move } },
  ]
  expectNone(problems(states))
})

test('a move fits its field, and its name and field occur once', () => {
  const wrong: States = [
    { field: 'haveSeat', transitions: { seat: { ...move, to: '也许' } } },
    { field: 'haveSeat', transitions: { seat: move } },
    { field: 'groupName', transitions: {} },
  ]
  const said = problems(wrong)
  expect(said.some((one) => one.startsWith('states.0.transitions.seat.to: '))).toBe(true)
  expect(said).toContain('states.1.field: haveSeat has its states above already')
  expect(said).toContain('states.1.transitions.seat: another field has a move of this name')
  expect(said).toContain('states.2.field: groupName is no select, so its states have no names')
})

test('buttons require their words, and one call moves one field', () => {
  const asked = { ...move, label: '考察', ask: 1, success: '好' }
  const states: States = [
    { field: 'haveSeat', call: 'go', param: 'to', transitions: { seat: asked } },
    { field: 'haveInspect', call: 'go', param: 'to', transitions: { inspect: asked, again: asked } },
  ]
  expect(problems(states)).toEqual([
    'states.1.transitions.again.ask: inspect is asked for by the same value',
    'states.1.call: go makes moves of another field',
  ])
  const check = shapeChecker({ ...names })
  const shapeOf = (given: unknown) => check({ ...session, states: given }).length
  expect(shapeOf(states)).toBe(0)
  expect(shapeOf([{ field: 'haveSeat', transitions: { seat: move } }])).toBe(0)
  expect(shapeOf([{ field: 'haveSeat', call: 'go', param: 'to', transitions: { seat: move } }])).toBeGreaterThan(0)
  expect(shapeOf([{ field: 'haveSeat', transitions: { seat: asked } }])).toBeGreaterThan(0)
})
