import { pick } from '../api/contract/random-rows.ts'

/** Texts that break careless code: in SQL, in patterns, in objects, in dates and numbers. */
const texts: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\uD800',
  '😀'.repeat(50),
  '\u202Eabc\u200B',
  '\r\nX-Injected: 1',
  "'; drop table sys_user; --",
  '" or 1=1 --',
  '%',
  '_%\\',
  '*',
  '**',
  '!',
  '!!',
  ',',
  ',,,',
  'gt ',
  'gt x',
  '>= 1e999',
  '++',
  '-1',
  '0',
  '1e308',
  '9007199254740993',
  '99999999999999999999999',
  'NaN',
  'Infinity',
  '0x10',
  '1.5',
  'null',
  'undefined',
  '[object Object]',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '2026-02-30',
  '0000-00-00',
  '9999-99-99 99:99:99',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '=cmd|calc',
  '{"a":1}',
  '1,2,3',
  'true',
  `,${Array.from({ length: 990 }, (_, n) => `q${n}`).join()},`,
  '*'.repeat(900),
]

const deep = (levels: number): unknown => (levels ? [deep(levels - 1)] : 'x')

const others: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  -0.1,
  1e308,
  2 ** 53 + 2,
  2 ** 31,
  -(2 ** 63),
  [],
  [[]],
  ['a', 'b'],
  [null],
  [1, { a: 1 }],
  {},
  { id: '1' },
  { a: { b: { c: [] } } },
  JSON.parse('{"__proto__":{"admin":true}}'),
  { length: 3 },
  { toString: 'x' },
  deep(200),
  '*'.repeat(60_000),
  JSON.stringify(Array.from({ length: 50 }, (_, n) => ({ field: 'realname', rule: 'like', val: `q${n}` }))),
]

/** A value that no form would send. */
export function hostileValue(random: () => number): unknown {
  const chance = random()
  if (chance < 0.04) return 'x'.repeat(100_000)
  return chance < 0.5 ? pick(random, texts) : (others[Math.floor(random() * others.length)] ?? null)
}

/** Hostile values for an address, where everything is a text of limited length. */
export const hostileText = (random: () => number): string => (random() < 0.04 ? '长'.repeat(800) : pick(random, texts))

/** Undeclared parameters, and names that every object has. */
export const hostileKeys = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '',
  'a.b',
  'a[b]',
  'id',
  'version',
  '_base',
  'delFlag',
]

/** Bodies that are not objects, with the type that they claim. */
export const hostileBodies: readonly (readonly [string, string])[] = [
  ['application/json', ''],
  ['application/json', 'null'],
  ['application/json', '[]'],
  ['application/json', '"text"'],
  ['application/json', '12'],
  ['application/json', '{'],
  ['application/json', '{"a":NaN}'],
  ['application/json', '[1,'],
  ['text/plain', 'id=1'],
  ['application/xml', '<a/>'],
  ['application/x-www-form-urlencoded', 'id=1&id=2'],
  ['multipart/form-data', 'nothing'],
  [
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data; name="file"; filename="a.xlsx"\r\n\r\nPK\u0003\u0004broken\r\n--x--\r\n',
  ],
  ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\n1\r\n--x--\r\n'],
  ['nonsense', 'nonsense'],
]
