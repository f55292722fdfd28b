import { test } from 'vitest'
import { wildcard } from '../../../../src/server/gateway/patterns.ts'
import { expectNone } from '../../../support/expect-none.ts'

test('a pattern of a path or a host fits what it says as a whole, and nothing beside it', () => {
  const cases: readonly [pattern: string, separator: '/' | '.', fitting: readonly string[], others: readonly string[]][] = [
    ['/a/b', '/', ['/a/b'], ['/a/b/', '/a/bc', '/a', '/A/b']],
    ['/a/**', '/', ['/a', '/a/', '/a/b', '/a/b/c', '/a/b\nc'], ['/ab', '/', '/b/a', '/A/b']],
    ['/**', '/', ['', '/', '/a/b'], []],
    ['/a/{*rest}', '/', ['/a', '/a/b/c'], ['/ab']],
    ['/a/**/z', '/', ['/a/b/c/z'], ['/a/b/c', '/b/z']],
    ['/a/*', '/', ['/a/b', '/a/'], ['/a', '/a/b/c']],
    ['/a*c', '/', ['/ac', '/abc'], ['/ab', '/a/c']],
    ['/a?', '/', ['/ab'], ['/a', '/abc', '/a/']],
    ['/{id}/x', '/', ['/1/x'], ['/1/2/x', '//x', '/1/y']],
    ['/{id}/x/**', '/', ['/1/x', '/1/x/y/z'], ['/1/xy']],
    ['/a.b/**', '/', ['/a.b', '/a.b/c'], ['/axb/c', '/a.bc']],
    ['/a.b', '/', ['/a.b'], ['/axb']],
    ['/a{*rest}', '/', ['/a', '/a/b'], ['/ab']],
    ['/实/**', '/', ['/实/验'], ['/实验']],
    ['**.lab.edu', '.', ['a.b.lab.edu', 'A.LAB.EDU'], ['lab.edu.cn']],
    ['*.lab.edu', '.', ['a.lab.edu'], ['a.b.lab.edu']],
    ['lab.edu', '.', ['lab.edu', 'Lab.Edu'], ['labxedu', 'a.lab.edu']],
  ]
  const wrong = cases.flatMap(([pattern, separator, fitting, others]) => {
    const fits = wildcard(pattern, separator)
    return [
      ...fitting.filter((text) => !fits(text)).map((text) => `${pattern} does not fit ${text}`),
      ...others.filter(fits).map((text) => `${pattern} fits ${text}`),
    ]
  })
  expectNone(wrong)
})
