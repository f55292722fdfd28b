import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, ConsoleMessage, Page } from 'playwright'
import { afterAll, afterEach } from 'vitest'
import { launchBrowser } from '../support/browser.ts'
import { hasNodes } from '../support/databases.ts'
import { startNodes } from '../support/start-nodes.ts'
import { startServer, type RunningServer, type ServerOptions } from '../support/start-server.ts'
import { followTrail, readTrail } from './trail.ts'
import { expectNone } from '../support/expect-none.ts'

export const demoPassword = 'Shiyan-2026'

interface PageOptions {
  readonly width?: number
  readonly height?: number
  readonly dark?: boolean
  /** Windows and lists slide in, as they do for most users; without it they appear at once. */
  readonly motion?: boolean
  /** This page will lose its network, so the browser's messages about that are not errors. */
  readonly losesNetwork?: boolean
}

/** One real server, or two nodes of it behind a proxy, and one real browser, and every error that either of them reports. */
export interface Journey {
  readonly server: RunningServer
  /** Kill the server like a power cut; `start` restarts it with the remaining data, at the address that the pages know. */
  kill(): Promise<{ start(): Promise<void> }>
  /** A page in its own browser profile, like another person's browser. */
  open(options?: PageOptions): Promise<Page>
  /** Statuses that this journey provokes; the browser logs every refused call to its console. */
  allowRefusals(...statuses: number[]): void
  /** Other words that it provokes, in a message of the browser. */
  allowWords(words: RegExp): void
  /** Nothing went wrong unnoticed: no console message, no page error, no error line of the server. */
  expectQuiet(): void
  /** A picture of every open page and the last actions on it, for a failed test. */
  photograph(name: string): Promise<void>
  end(): Promise<void>
}

const isOffline = (words: string): boolean =>
  /页面内容未能加载|ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|ERR_CONNECTION_(REFUSED|RESET|CLOSED)|ERR_EMPTY_RESPONSE|ERR_SOCKET_NOT_CONNECTED|ERR_INCOMPLETE_CHUNKED_ENCODING|WebSocket connection to/.test(
    words,
  )

/** What a sandboxed frame says of these tests' own scripts, which it stops as it should. */
const isOfSandbox = (words: string): boolean => /\bsandboxed\b/.test(words)

interface Ears {
  readonly complaints: string[]
  readonly allowed: ReadonlySet<number>
  losesNetwork(): boolean
}

function listen(page: Page, { complaints, allowed, losesNetwork }: Ears): void {
  page.on('console', (line: ConsoleMessage) => {
    if ((line.type() !== 'error' && line.type() !== 'warning') || isOfSandbox(line.text())) return
    if (losesNetwork() && isOffline(line.text())) return
    const refusal = /the server responded with a status of (\d+)/.exec(line.text())?.[1]
    if (refusal === undefined || !allowed.has(Number(refusal))) complaints.push(`${line.type()}: ${line.text()} (${line.location().url})`)
  })
  page.on('pageerror', ({ message }) => {
    if (!isOfSandbox(message)) complaints.push(`fault: ${message}`)
  })
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    if (reason !== 'net::ERR_ABORTED' && !(losesNetwork() && isOffline(reason))) complaints.push(`request: ${request.url()} ${reason}`)
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
  // Pages are light by default; these users have chosen to follow the system.
  await context.addInitScript(() => {
    if (location.protocol.startsWith('http')) localStorage['shiyan.theme'] ??= '{"mode":"system"}'
  })
  return context
}

/** Nodes begin with data of their own; over data that is there already, one server. */
const start = (options: ServerOptions): Promise<RunningServer> =>
  hasNodes() && options.dataDir === undefined ? startNodes(options) : startServer(options)

/** Start what a journey needs. The demo university is installed, and all its accounts have one known password. */
export async function startJourney(options: ServerOptions = {}): Promise<Journey> {
  const env = { DEMO_PASSWORD: demoPassword, ...options.env }
  const [first, browser] = await Promise.all([start({ started: true, ...options, env }), launchBrowser()])
  const servers = [first]
  const current = () => servers.at(-1) ?? first
  const complaints: string[] = []
  const allowed = new Set<number>()
  const allowedWords: RegExp[] = []
  let wasKilled = false
  const pages: Page[] = []
  return {
    get server() {
      return current()
    },
    kill: async () => {
      wasKilled = true
      await current().stop('SIGKILL')
      return { start: async () => void servers.push(await current().restart()) }
    },
    open: async (page = {}) => {
      const context = await newContext(browser, current().url, page)
      const opened = await context.newPage()
      await followTrail(opened)
      listen(opened, { complaints, allowed, losesNetwork: () => wasKilled || page.losesNetwork === true })
      pages.push(opened)
      return opened
    },
    allowRefusals: (...statuses) => statuses.forEach((status) => allowed.add(status)),
    allowWords: (words) => void allowedWords.push(words),
    expectQuiet: () => {
      expectNone(complaints.filter((complaint) => !allowedWords.some((words) => words.test(complaint))))
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

/** Photograph the screen after a failed test; after the last one, expect that nothing went wrong unnoticed, and end the journey. */
export function accompany(current: () => Journey | undefined): void {
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await current()?.photograph(task.name.replace(/\W+/g, '-'))
  })
  afterAll(async () => {
    const journey = current()
    try {
      journey?.expectQuiet()
    } finally {
      await journey?.end()
    }
  })
}
