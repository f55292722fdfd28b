import type { Page } from 'playwright'

declare global {
  interface Window {
    shiyanSaid: string[]
    shiyanBare: string[]
  }
}

/** Latin words that the product uses: file types, keys, and units. */
const ownWords = new Set([
  'xls',
  'xlsx',
  'csv',
  'json',
  // The specification's own label: 规则Code.
  'code',
  // Its sentence: 请输入cron表达式!
  'cron',
  // The names of the two storages, as its buttons have them.
  'oss',
  'minio',
  'ctrl',
  'esc',
  'enter',
  'shift',
  'alt',
  'tab',
  'mb',
  'px',
  'ip',
  'qr',
  'yyyy',
  'mm',
  'dd',
  'hh',
  'ss',
])
/** Names of the server's own parts that look like user names. */
const serverWords = new Set(['system'])

/** Words of a text; the names of variables that people type, such as `#{sys_date}`, are none, nor are folders of pages (`system/…`). */
const wordsOf = (text: string): string[] =>
  text
    .replace(/#\{\w*\}?/g, '')
    .replace(/\bsystem\//g, '')
    .toLowerCase()
    .match(/[a-z]{2,}/g) ?? []

function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value
  else if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) yield* textsIn(inner)
}

/** What a page reported, showed and sent, to check the effect of a press. */
export interface Watch {
  readonly page: Page
  /** Files downloaded since `begin`. */
  readonly downloads: string[]
  /** Windows of the system in which a file is chosen, since `begin`. */
  readonly choosers: string[]
  /** Calls since `begin` that change something. */
  readonly writes: string[]
  begin(): Promise<void>
  /** Notices since `begin`. */
  said(): Promise<readonly string[]>
  /** Ids that the page showed at any time, even for a moment, and foreign words that it shows now. */
  faults(): Promise<string[]>
}

/** Records everything added to the page: notices, and texts or titles that are ids. */
function note(): void {
  window.shiyanSaid = []
  window.shiyanBare = []
  /** Elements that are read by their label; their text is not shown. */
  const spoken = '[role="option"][aria-label]'
  const see = (element: Element, text: string | null | undefined) => {
    if (text && /(^|\D)\d{19}(\D|$)/.test(text) && !element.closest(spoken)) window.shiyanBare.push(text.slice(0, 80))
  }
  const seeOwn = (element: Element) => {
    see(element, element.getAttribute('title'))
    see(element, element.getAttribute('aria-label'))
    if (element instanceof HTMLInputElement) see(element, element.value)
  }
  const look = (node: Node) => {
    const element = node instanceof HTMLElement ? node : node.parentElement
    if (!element || element.closest('style, script')) return
    for (const each of [element, ...element.querySelectorAll('*')]) {
      seeOwn(each)
      for (const child of each.childNodes) if (child instanceof Text) see(each, child.data)
    }
    const notice =
      element.closest('.ant-message-notice, .ant-notification-notice') ??
      element.querySelector('.ant-message-notice, .ant-notification-notice')
    // That something is under way is no answer yet.
    if (notice?.textContent && !notice.querySelector('.ant-message-loading')) window.shiyanSaid.push(notice.textContent)
  }
  new MutationObserver((changes) => {
    for (const { target, addedNodes, type } of changes) {
      if (type === 'attributes') seeOwn(target as Element)
      else if (type === 'characterData') look(target)
      else for (const node of addedNodes) look(node)
    }
  }).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: ['title', 'aria-label', 'value'],
  })
}

/** Ids that the page showed, and all text in a foreign script that can be read or heard now. */
function readAll(): { bare: string[]; texts: string[] } {
  const attributes = ['title', 'aria-label', 'placeholder', 'alt', 'aria-roledescription', 'aria-description']
  const latin = /[a-z]{2}/i
  const texts = [document.title, document.body.innerText]
  for (const each of document.querySelectorAll(attributes.map((name) => `body [${name}]`).join())) {
    const own = attributes.flatMap((name) => each.getAttribute(name) ?? []).filter((text) => latin.test(text))
    if (own.length > 0 && !each.closest('style, script, [aria-hidden="true"]')) texts.push(...own)
  }
  return { bare: window.shiyanBare.splice(0), texts: texts.filter((text) => latin.test(text)) }
}

/** Watch a page from its first document on. */
export async function watch(page: Page): Promise<Watch> {
  const data = new Set<string>()
  /** Answers that have arrived but are not read yet; what they say may be on the page already. */
  const unread = new Set<Promise<void>>()
  const downloads: string[] = []
  const choosers: string[] = []
  const writes: string[] = []
  await page.addInitScript(note)
  page.on('response', (response) => {
    if (!response.url().includes('/api/') || response.url().includes('getUserPermissionByToken')) return
    if (!String(response.headers()['content-type']).includes('json')) return
    const read = response
      .json()
      .then(
        (body: unknown) => {
          for (const text of textsIn(body)) for (const word of wordsOf(text)) data.add(word)
        },
        () => undefined,
      )
      .finally(() => unread.delete(read))
    unread.add(read)
  })
  page.on('download', (download) => downloads.push(download.suggestedFilename()))
  page.on('filechooser', () => choosers.push('a file'))
  page.on('request', (request) => {
    if (request.method() !== 'GET' && request.url().includes('/api/')) writes.push(`${request.method()} ${new URL(request.url()).pathname}`)
  })
  return {
    page,
    downloads,
    choosers,
    writes,
    begin: async () => {
      downloads.length = 0
      choosers.length = 0
      writes.length = 0
      await page.evaluate(() => (window.shiyanSaid = []))
    },
    said: () => page.evaluate(() => window.shiyanSaid),
    faults: async () => {
      const { bare, texts } = await page.evaluate(readAll)
      await Promise.all(unread)
      const words = texts.flatMap(wordsOf)
      const cut = new Set(texts.flatMap((text) => text.toLowerCase().match(/[a-z]{2,}(?=…)/g) ?? []))
      const isData = (word: string) => data.has(word) || (cut.has(word) && [...data].some((whole) => whole.startsWith(word)))
      const foreign = words.filter((word) => !ownWords.has(word) && (serverWords.has(word) || !isData(word)))
      return [...new Set([...bare.map((text) => `an id: ${text}`), ...foreign.map((word) => `a word: ${word}`)])]
    },
  }
}
