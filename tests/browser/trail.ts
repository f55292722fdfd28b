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
    if (trail.length > 80) trail.shift()
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
  window.addEventListener('popstate', () => note(`popstate ${location.pathname}${location.search}`), true)
  for (const change of ['pushState', 'replaceState'] as const) {
    const before = history[change].bind(history)
    history[change] = (state, title, address) => {
      note(`${change} ${String(address)}`)
      before(state, title, address)
    }
  }
}

/** Let the page record the events that reach it, so that a failure shows whether a click was lost or had no effect. */
export async function followTrail(page: Page): Promise<void> {
  await page.addInitScript(keepTrail)
}

export const readTrail = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => [...(window.trail ?? []), `${Math.round(performance.now())} ms now`])
