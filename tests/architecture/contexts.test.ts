import { expect, test } from 'vitest'
import { sourcesOf } from './sources.ts'

test('the engine has at most three React contexts', () => {
  const places = sourcesOf('engine').flatMap(({ path, text }) => [...text.matchAll(/createContext\s*[<(]/g)].map(() => path))
  expect(places.length, places.join(', ')).toBeLessThanOrEqual(3)
})
