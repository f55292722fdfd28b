import type { Page } from 'playwright'

declare global {
  interface Window {
    trail?: string[]
  }
}

/** Runs in the page, so it names nothing outside itself. */
function keepTrail(): void {
  const trail: string[] = (window.trail = [])
  const note = (words: string) => {
    trail.push(`${Math.round(performance.now())} ms ${words}`)
    if (trail.length > 120) trail.shift()
  }
  const nameOf = (target: EventTarget | null) =>
    target instanceof Element
      ? `${target.tagName.toLowerCase()}.${target.getAttribute('class') ?? ''} ${target.textContent.slice(0, 16)}`
      : 'the page'
  for (const type of ['pointerdown', 'pointerup', 'click', 'keydown', 'focusin'])
    document.addEventListener(
      type,
      (event) => note(`${type} ${event instanceof KeyboardEvent ? event.key : ''} ${nameOf(event.target)}`),
      true,
    )
  new PerformanceObserver((answers) => {
    for (const one of answers.getEntries())
      if (one instanceof PerformanceResourceTiming && one.name.includes('/api/'))
        note(`answer ${one.responseStatus || 'none'} to ${new URL(one.name).pathname} after ${Math.round(one.duration)} ms`)
  }).observe({ type: 'resource' })
  const noticeSelector = '.ant-message-notice, .ant-notification-notice'
  new MutationObserver((changes) => {
    for (const added of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      const notice = added instanceof Element ? (added.closest(noticeSelector) ?? added.querySelector(noticeSelector)) : undefined
      if (notice) note(`told ${notice.textContent}`)
    }
  }).observe(document, { childList: true, subtree: true })
  window.addEventListener('popstate', () => note(`popstate ${location.pathname}${location.search}`), true)
  for (const change of ['pushState', 'replaceState'] as const) {
    const before = history[change].bind(history)
    history[change] = (state, title, address) => {
      note(`${change} ${String(address)}`)
      before(state, title, address)
    }
  }
}

/** Let the page record the events and answers that reach it and what it says, so that a failure shows whether a click was lost or had no effect. */
export async function followTrail(page: Page): Promise<void> {
  await page.addInitScript(keepTrail)
}

export const readTrail = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => [...(window.trail ?? []), `${Math.round(performance.now())} ms now`])
