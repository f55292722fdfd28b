import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import {
  anyText,
  flag,
  arrayOf,
  mapOf,
  anyNumber,
  objectOf,
  oneOf,
  orElse,
  orNull,
  nonEmptyText,
  unionOf,
  integer,
} from '../../engine/json-schema-parts.ts'
import { asFarAs, readJson } from '../../engine/outside.ts'

interface Kept {
  readonly name: string
  readonly size: 'large' | 'small'
  readonly order: readonly string[]
  readonly widths: Readonly<Record<string, number>>
  readonly note?: string | null
  readonly is?: boolean
}
const kept = objectOf<Kept>({
  required: { name: true, size: true, order: true, widths: true },
  properties: {
    name: nonEmptyText,
    size: orElse(oneOf('large', 'small'), 'small'),
    order: orElse(arrayOf(anyText), []),
    widths: orElse(mapOf({ ...anyNumber, minimum: 40, maximum: 200 }), {}),
    note: orNull(anyText),
    is: flag,
  },
})
type Told = { readonly does: 'say'; readonly seq: number } | { readonly does: 'keep'; readonly kept: Kept }
type ToldAs<D> = Extract<Told, { does: D }>
const told = unionOf('does', {
  say: objectOf<ToldAs<'say'>>({ required: { does: true, seq: true }, properties: { does: {}, seq: integer } }),
  keep: objectOf<ToldAs<'keep'>>({ required: { does: true, kept: true }, properties: { does: {}, kept } }),
})

const whole1: Kept = { name: 'a', size: 'large', order: ['x', 'y'], widths: { x: 90 }, note: null, is: true }

test('parts that do not fit are left out or get their default; the rest is kept', () => {
  expect(asFarAs(kept, { ...whole1, size: 'huge', order: [1, 'y'], widths: { x: 'wide', y: 5000, z: 50 }, note: 7, more: 1 })).toEqual({
    name: 'a',
    size: 'small',
    order: ['y'],
    widths: { z: 50 },
    is: true,
  })
  expect(asFarAs(kept, { name: 'a' })).toEqual({ name: 'a', size: 'small', order: [], widths: {} })
})

test('a value that lacks a required part, is of another kind, or is not JSON, gives nothing', () => {
  for (const value of [{}, { name: '' }, { name: 5 }, null, [], 'a', 7]) expect(asFarAs(kept, value)).toBeUndefined()
  for (const value of ['', '{', 'undefined', null, '[]']) expect(readJson(kept, value)).toBeUndefined()
  expect(asFarAs(told, { does: 'shout', seq: 1 })).toBeUndefined()
  expect(asFarAs(told, { seq: 1 })).toBeUndefined()
  expect(readJson(kept, '{"name":"a","__proto__":{"is":true},"is":1}')).toEqual({ name: 'a', size: 'small', order: [], widths: {} })
})

/** Every variant of this value in which one part is replaced by something strange, or missing. */
function* spoilt(value: unknown): Generator<unknown> {
  yield* [null, 0, -1, 1.5, 300, '', 'large', true, [], {}, [null], { x: 1 }, undefined]
  if (typeof value !== 'object' || value === null) return
  for (const [key, each] of Object.entries(value))
    for (const other of spoilt(each))
      yield Array.isArray(value) ? value.map((old, index) => (String(index) === key ? other : old)) : { ...value, [key]: other }
}

test('pages and the server, which uses ajv, understand a schema alike', () => {
  const ajv = new Ajv({ strict: false })
  for (const schema of [kept, told]) {
    const isRight = ajv.compile(schema)
    let [right, wrong] = [0, 0]
    for (const value of [whole1, { does: 'say', seq: 5 }, { does: 'keep', kept: whole1 }].flatMap((one) => [one, ...spoilt(one)])) {
      const sent: unknown = JSON.parse(JSON.stringify(value ?? null))
      const found = asFarAs(schema, sent)
      if (isRight(sent)) expect(found).toEqual(sent)
      else if (found !== undefined) expect([found, isRight(found)]).toEqual([found, true])
      if (isRight(sent)) right++
      else wrong++
    }
    expect(Math.min(right, wrong)).toBeGreaterThan(2)
  }
})
