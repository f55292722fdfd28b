import { expect, test } from 'vitest'
import { expectNone } from '../support/expect-none.ts'
import { sourcesOf, type Source } from './sources.ts'

/** What runs in browsers. */
const inBrowsers = /^(engine\/(client|browser|fields)|src\/(client|mobile|feed)|src\/plugins\/[^/]+\/client)\//
/** What browsers have only on pages that are served over https, which a laboratory’s network may lack; others of this kind are asked for before they are used. */
const secureOnly = /\bcrypto\.(randomUUID|subtle)\b/

const faultsOf = (sources: readonly Source[]): string[] =>
  sources.flatMap(({ path, text }) =>
    inBrowsers.test(path) && secureOnly.test(text) ? [`${path}: newKey() of engine/browser also works without https`] : [],
  )

test('pages need nothing that browsers have over https alone', () => {
  expectNone(faultsOf(sourcesOf('engine', 'src')))
})

test('a page that does is noticed', () => {
  expect(faultsOf([{ path: 'src/client/start.ts', text: 'crypto.randomUUID()' }])).toHaveLength(1)
  expect(faultsOf([{ path: 'src/server/app.ts', text: 'crypto.randomUUID()' }])).toHaveLength(0)
})
