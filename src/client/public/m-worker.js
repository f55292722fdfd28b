// Keeps the students' page on the telephone, so that it opens where there is no network. It touches nothing but that page.
const SHELF = 'shiyan.student.page'
const PAGE = '/m'
const PATIENCE = 4000

/** Put the page on the shelf with all that it names, and take away what an earlier build left there. */
async function keep(answer) {
  const shelf = await caches.open(SHELF)
  const html = await answer.clone().text()
  const files = [...html.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path]) => path)
  await Promise.all(files.map(async (path) => (await shelf.match(path)) ?? shelf.add(path)))
  await shelf.put(PAGE, answer)
  for (const kept of await shelf.keys()) {
    if (![PAGE, ...files].includes(new URL(kept.url).pathname)) await shelf.delete(kept)
  }
}

const askForPage = () => fetch(PAGE, { cache: 'no-cache', signal: AbortSignal.timeout(PATIENCE) })

/** The server's page while it answers, else the one on the shelf. */
async function openPage(event) {
  const answer = await askForPage().catch(() => undefined)
  if (!answer?.ok) return (await caches.match(PAGE)) ?? answer ?? Response.error()
  event.waitUntil(keep(answer.clone()).catch(() => undefined))
  return answer
}

self.addEventListener('install', (event) => {
  self.skipWaiting()
  event.waitUntil(askForPage().then((answer) => (answer.ok ? keep(answer) : undefined)))
})
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  const { origin, pathname } = new URL(url)
  if (method !== 'GET' || origin !== self.location.origin) return
  if (mode === 'navigate' && (pathname === PAGE || pathname.startsWith(`${PAGE}/`))) event.respondWith(openPage(event))
  else if (pathname.startsWith('/assets/')) event.respondWith(caches.match(pathname).then((kept) => kept ?? fetch(event.request)))
})
