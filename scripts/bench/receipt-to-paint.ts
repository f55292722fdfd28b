import type { Page } from 'playwright'
import { hasBrowser, launchBrowser } from '../../tests/support/browser.ts'
import type { Listener } from './prepare-feed.ts'

/** Milliseconds from the arrival of an event in a real browser to the paint of what it changed. */
export interface Painted {
  readonly events: number
  readonly p50: number
  readonly p95: number
}

/** Note each event of the page's sockets, and the first paint after the page changed for it. */
function watchPaints(): void {
  const waits: number[] = []
  Object.assign(window, { paints: waits })
  const unseen: number[] = []
  const painted = () => {
    const now = performance.now()
    for (const at of unseen.splice(0)) waits.push(now - at)
  }
  const changed = new MutationObserver(() => requestAnimationFrame(() => requestAnimationFrame(painted)))
  document.addEventListener('DOMContentLoaded', () =>
    changed.observe(document.body, { childList: true, subtree: true, characterData: true, attributes: true }),
  )
  const listen = WebSocket.prototype.addEventListener
  const Plain = window.WebSocket
  class Watched extends Plain {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols)
      listen.call(this, 'message', (event) => {
        if (event instanceof MessageEvent && String(event.data).includes('"cmd":"event"')) unseen.push(performance.now())
      })
    }
  }
  window.WebSocket = Watched
}

async function openBench(page: Page, { userId, token, topic }: Listener): Promise<void> {
  const user = { id: userId, username: 'bench', realname: '教师', roleCode: '2' }
  const login = { token, user, roles: [], departments: [], savedAt: Date.now() }
  await page.addInitScript((record) => localStorage.setItem('shiyan.login', record), JSON.stringify(login))
  await page.addInitScript(watchPaints)
  await page.goto(`/teaching/inspectionResult/submitList?courseId=${topic.replace('course:', '')}`)
  await page.getByText('已连接').waitFor({ timeout: 60_000 })
}

/** Let a teacher's workbench stand open in a browser while `work` goes on; undefined where no browser is installed. */
export async function whilePainting(url: string, teacher: Listener, work: () => Promise<void>): Promise<Painted | undefined> {
  if (!hasBrowser()) {
    await work()
    return undefined
  }
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage({ baseURL: url, viewport: { width: 1440, height: 900 } })
    await openBench(page, teacher)
    await work()
    const waits = await page.evaluate(() => ('paints' in window && Array.isArray(window.paints) ? window.paints.map(Number) : []))
    const sorted = waits.toSorted((one, other) => one - other)
    const at = (part: number) => Math.round(sorted[Math.floor((sorted.length - 1) * part)] ?? Number.NaN)
    return { events: sorted.length, p50: at(0.5), p95: at(0.95) }
  } finally {
    await browser.close()
  }
}
