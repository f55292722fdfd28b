import { describe, expect, test } from 'vitest'
import { problemsOf } from '../../engine/schema/check-schemas.ts'
import { shapeChecker } from '../../engine/schema/json-schema.ts'
import { entities } from '../../schemas/index.ts'
import { names } from '../../schemas/names.ts'
import { loaded } from './load.ts'
import { expectNone } from '../support/expect-none.ts'

const check = shapeChecker({ ...names })

describe('schemas', () => {
  test('are all registered under their own names', () => {
    expect(Object.keys(entities)).toEqual(loaded.map((entity) => entity.name))
    expect([...names.entity].sort()).toEqual(Object.keys(entities).sort())
  })

  test('say nothing false about each other', () => {
    expectNone(problemsOf(loaded, names))
  })

  test.each(loaded.map((entity) => [entity.name, entity] as const))('%s equals its own JSON round trip', (_name, entity) => {
    expect(JSON.parse(JSON.stringify(entity))).toStrictEqual(entity)
  })

  test.each(loaded.map((entity) => [entity.name, entity] as const))('%s fits the JSON Schema', (_name, entity) => {
    expectNone(check(entity))
  })
})
