import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { clientField } from '../../../engine/fields/client.ts'
import { inputOf } from '../../../engine/fields/inputs.ts'
import { serverField } from '../../../engine/fields/server.ts'
import { choicesOf, isNumeric, sharedField, sharedFields } from '../../../engine/fields/shared.ts'
import { fixtures } from './fixtures.ts'

/** Types whose values nobody writes, so that no value is refused. */
const following = new Set(['via', 'count', 'mark'])

test('every field type has a fixture with valid and invalid values', () => {
  expect(Object.keys(fixtures).sort()).toEqual(Object.keys(sharedFields).sort())
  for (const [type, fixture] of Object.entries(fixtures)) {
    expect(fixture.valid.length, type).toBeGreaterThan(0)
    expect(fixture.text.length, type).toBeGreaterThan(0)
    if (!following.has(type)) expect(fixture.invalid.length, type).toBeGreaterThan(0)
  }
})

describe.each(Object.entries(fixtures))('%s', (type, { field, valid, invalid, text }) => {
  const half = sharedField(field)
  const sentenceOf = (raw: unknown): string | undefined => {
    const reading = half.read(raw, field)
    if ('message' in reading) return reading.message
    return reading.value === null ? undefined : half.check?.(reading.value, field)
  }

  test('converts valid values into their stored form and leaves that form unchanged', () => {
    for (const [raw, stored] of valid) {
      expect(half.read(raw, field), String(raw)).toEqual({ value: stored })
      expect(half.read(stored, field), String(stored)).toEqual({ value: stored })
      expect(sentenceOf(raw), String(raw)).toBeUndefined()
    }
  })

  test('explains why an invalid value is refused', () => {
    for (const [raw, sentence] of invalid) expect(sentenceOf(raw), String(raw)).toBe(sentence)
  })

  test('treats null, undefined and the empty text as empty', () => {
    for (const raw of [null, undefined, ...(following.has(type) ? [] : [''])]) expect(half.read(raw, field)).toEqual({ value: null })
  })

  test('gives its text', () => {
    for (const [stored, shown] of text) expect(half.toText(stored, field)).toBe(shown)
  })

  test('never throws, whatever it reads', () => {
    for (const raw of [Symbol.iterator.description, {}, [], [[]], () => 1, Number.NaN, Infinity, -0, '\0', '😀', 'x'.repeat(10_000), true])
      expect(() => sentenceOf(raw)).not.toThrow()
  })

  test('has a column that fits its values and a schema that accepts them', () => {
    const facts = serverField(field)
    const accepts = new Ajv({ strict: false, validateFormats: false }).compile(facts.schema)
    for (const [, stored] of valid) {
      if (facts.column) expect(typeof stored).toBe(facts.column === 'text' ? 'string' : 'number')
      expect(accepts(stored), JSON.stringify(accepts.errors)).toBe(true)
    }
    expect(serverField({ ...field, transient: true }).column).toBeNull()
  })

  test('reads the text of each choice as its value, and shows the value as that text', () => {
    for (const { value, label } of choicesOf(field) ?? []) {
      expect(half.read(label, field)).toEqual({ value })
      expect(half.toText(value, field)).toBe(label)
      expect(typeof value).toBe(isNumeric(field) ? 'number' : 'string')
    }
  })

  test('has a cell, a filter and an input', () => {
    expect(clientField(field)).toMatchObject({ Cell: expect.any(Function), Filter: expect.any(Function) })
    expect(inputOf(field).Input).toBeTypeOf('function')
  })
})

test('a time kept to the minute has 00 seconds, however it is written', () => {
  const field = { type: 'dateTime', label: '开始时间', minutes: true } as const
  expect(sharedField(field).read('2026-09-01 08:05:59', field)).toEqual({ value: '2026-09-01 08:05:00' })
  expect(serverField(field).schema).toMatchObject({ pattern: '^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:00$' })
})

test('columns follow keys and relations', () => {
  expect(serverField({ type: 'select', label: '甲', options: { a: '甲' } }).column).toBe('text')
  expect(serverField({ type: 'select', label: '甲', options: { '0': '甲', '1': '乙' } }).column).toBe('integer')
  const through = { table: 'sys_user_role', own: 'user_id', other: 'role_id' }
  expect(serverField({ type: 'multiReference', label: '角色', to: 'role', show: 'roleName', through }).column).toBeNull()
})
