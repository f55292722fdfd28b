import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, ConsoleMessage, Page } from 'playwright'
import { afterAll, afterEach } from 'vitest'
import { launchBrowser } from '../support/browser.ts'
import { startServer, type RunningServer, type ServerOptions } from '../support/start-server.ts'
import { followTrail, readTrail } from './trail.ts'
import { expectNone } from '../support/expect-none.ts'

export const demoPassword = 'Shiyan-2026'

interface PageOptions {
  readonly width?: number
  readonly height?: number
  readonly dark?: boolean
  /** Windows and lists slide in, as they do for most users; without it they are there at once. */
  readonly motion?: boolean
  /** This page is going to lose its network: what the browser says about that is no complaint. */
  readonly losesNetwork?: boolean
}

/** One real server and one real browser, and all that either of them complained about. */
export interface Journey {
  readonly server: RunningServer
  /** Kill the server as a power cut would; `start` starts it again on what it left, where the pages look for it. */
  kill(): Promise<{ start(): Promise<void> }>
  /** A page in a browser profile of its own, as another person's browser would be. */
  open(options?: PageOptions): Promise<Page>
  /** Statuses that this journey provokes; the browser writes every refused call into its console. */
  allowRefusals(...statuses: number[]): void
  /** Nothing went wrong behind the user's back: no console message, no page fault, no error line of the server. */
  expectQuiet(): void
  /** A picture of every open page and what was done on it last, for a test that failed. */
  photograph(name: string): Promise<void>
  end(): Promise<void>
}

const isOffline = (words: string): boolean =>
  /页面内容未能加载|ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|ERR_CONNECTION_(REFUSED|RESET|CLOSED)|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE_CHUNKED_ENCODING|WebSocket connection to/.test(
    words,
  )

interface Ears {
  readonly complaints: string[]
  readonly allowed: ReadonlySet<number>
  readonly losesNetwork: boolean
}

function listen(page: Page, { complaints, allowed, losesNetwork }: Ears): void {
  page.on('console', (line: ConsoleMessage) => {
    if (line.type() !== 'error' && line.type() !== 'warning') return
    if (losesNetwork && isOffline(line.text())) return
    const refusal = /the server responded with a status of (\d+)/.exec(line.text())?.[1]
    if (refusal === undefined || !allowed.has(Number(refusal))) complaints.push(`${line.type()}: ${line.text()} (${line.location().url})`)
  })
  page.on('pageerror', (fault) => complaints.push(`fault: ${fault.message}`))
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    if (reason !== 'net::ERR_ABORTED' && !(losesNetwork && isOffline(reason))) complaints.push(`request: ${request.url()} ${reason}`)
  })
}

async function newContext(
  browser: Awaited<ReturnType<typeof launchBrowser>>,
  baseURL: string,
  options: PageOptions,
): Promise<BrowserContext> {
  const { width = 1440, height = 900, dark = false, motion = false } = options
  const context = await browser.newContext({
    baseURL,
    viewport: { width, height },
    colorScheme: dark ? 'dark' : 'light',
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    reducedMotion: motion ? 'no-preference' : 'reduce',
  })
  context.setDefaultTimeout(15_000)
  // Pages are light unless their user says otherwise; these users have said that the system decides.
  await context.addInitScript(() => {
    if (location.protocol.startsWith('http')) localStorage['shiyan.theme'] ??= '{"mode":"system"}'
  })
  return context
}

/** Start what a journey needs. The demo university is there, its accounts under one known password. */
export async function startJourney(options: ServerOptions = {}): Promise<Journey> {
  const env = { DEMO_PASSWORD: demoPassword, ...options.env }
  const [first, browser] = await Promise.all([startServer({ ...options, env }), launchBrowser()])
  const servers = [first]
  const current = () => servers.at(-1) ?? first
  const complaints: string[] = []
  const allowed = new Set<number>()
  const pages: Page[] = []
  return {
    get server() {
      return current()
    },
    kill: async () => {
      const { dataDir, databaseUrl, url } = current()
      await current().stop('SIGKILL')
      const again = { env, dataDir, port: Number(new URL(url).port), ...(databaseUrl ? { databaseUrl } : {}) }
      return { start: async () => void servers.push(await startServer(again)) }
    },
    open: async (page = {}) => {
      const context = await newContext(browser, current().url, page)
      const opened = await context.newPage()
      await followTrail(opened)
      listen(opened, { complaints, allowed, losesNetwork: page.losesNetwork ?? false })
      pages.push(opened)
      return opened
    },
    allowRefusals: (...statuses) => statuses.forEach((status) => allowed.add(status)),
    expectQuiet: () => {
      expectNone(complaints)
      expectNone(servers.flatMap((server) => server.errorLines()))
    },
    photograph: async (name) => {
      const folder = join(tmpdir(), 'shiyan-journeys')
      mkdirSync(folder, { recursive: true })
      for (const [index, page] of pages.entries()) {
        if (page.isClosed()) continue
        const path = join(folder, `${name}-${index + 1}.png`)
        await page.screenshot({ path })
        console.error(`what the page showed: ${path} (${page.url()})`, await readTrail(page).catch(String))
      }
    },
    end: async () => {
      await browser.close()
      await current().stop()
      await first.remove()
    },
  }
}

/** Photograph what a failed test left on the screen, and end the journey after the last test. */
export function accompany(current: () => Journey | undefined): void {
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await current()?.photograph(task.name.replace(/\W+/g, '-'))
  })
  afterAll(() => current()?.end())
}
