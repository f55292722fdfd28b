// @vitest-environment happy-dom
// @vitest-environment-options {"settings":{"handleDisabledFileLoadingAsSuccess":true}}
import { afterEach, expect, test, vi } from 'vitest'
import { renewWhenReplaced } from '../../../src/client/renew-page.ts'

const page = (build: string): string => `<script type="module" src="/assets/index-${build}.js"></script>`
const reload = vi.fn()
renewWhenReplaced(reload)
afterEach(() => {
  reload.mockReset()
  vi.unstubAllGlobals()
})

/** A chunk could not be loaded, and the server gives this answer. */
async function missPart(answer: () => Promise<Response>): Promise<void> {
  document.head.innerHTML = page('old')
  vi.stubGlobal('fetch', answer)
  window.dispatchEvent(new Event('vite:preloadError'))
  await new Promise((done) => setTimeout(done, 20))
}

test('a page whose chunks are gone loads the newer build', async () => {
  await missPart(async () => new Response(page('new')))
  expect(reload).toHaveBeenCalledOnce()
})

test('a page of the current build stays, even without a network or if the server fails', async () => {
  await missPart(async () => new Response(page('old')))
  await missPart(() => Promise.reject(new Error('offline')))
  await missPart(async () => new Response('', { status: 502 }))
  expect(reload).not.toHaveBeenCalled()
})
