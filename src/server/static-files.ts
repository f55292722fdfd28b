import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import staticFiles from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { contentPolicy } from './security-headers.ts'

const built = join(import.meta.dirname, '../../dist/client')

/** The documentation covers the API, not the pages. */
const undocumented = { schema: { hide: true } }

/** Nothing has been built yet, or a build has just removed the files. */
const notBuilt = (reply: FastifyReply): FastifyReply =>
  reply
    .status(503)
    .type('text/plain; charset=utf-8')
    .header('cache-control', 'no-store')
    .send('网页尚未构建或正在构建：请运行 npm run build，或稍后刷新')

/** The start page for an address: students have one of their own, below `/m`. */
const pageOf = (url: string): string => (/^\/m(?:[/?#]|\.html|$)/.test(url) ? 'm.html' : 'index.html')

interface Served {
  /** Whether the login asks for a picture code: pages that know it from the start need not move when they learn it. */
  readonly captcha: boolean
  /** The ways to sign in beside the password that a page under this host may offer. */
  readonly waysAt?: (host: string) => readonly string[]
  readonly folder?: string
}

/**
 * Serve the built web application; every path that is neither a file nor the API gets a start page, with a nonce of its own for styles,
 * which antd writes at run time. Nothing is kept in memory, so a build under a running server takes effect completely, and no page
 * names files that are gone.
 */
export async function serveClient(app: FastifyInstance, { captcha, waysAt = () => [], folder = built }: Served): Promise<void> {
  if (!existsSync(join(folder, 'index.html'))) {
    app.get('/', undocumented, async (_request, reply) => notBuilt(reply))
    return
  }
  const page = async ({ url, host }: Pick<FastifyRequest, 'url' | 'host'>, reply: FastifyReply) => {
    const html = await readFile(join(folder, pageOf(url)), 'utf8').catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
      throw error
    })
    if (html === undefined) return notBuilt(reply)
    const nonce = randomBytes(16).toString('base64')
    return (
      reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-cache')
        // A popup at another provider must be able to answer the page that opened it.
        .header('cross-origin-opener-policy', 'same-origin-allow-popups')
        .header('content-security-policy', contentPolicy(`'nonce-${nonce}'`))
        .send(
          html
            .replaceAll('__CSP_NONCE__', nonce)
            .replaceAll('__CAPTCHA__', captcha ? 'on' : 'off')
            .replaceAll('__WAYS__', waysAt(host).join(' ')),
        )
    )
  }
  await app.register(staticFiles, {
    root: folder,
    index: false,
    dotfiles: 'ignore',
    preCompressed: true,
    allowedPath: (path) => !['/', '/index.html', '/m.html'].includes(path),
    setHeaders: (reply, path) => {
      if (path.includes('/assets/')) void reply.header('cache-control', 'public, max-age=31536000, immutable')
    },
  })
  app.setNotFoundHandler(async (request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return reply.status(404).send()
    return request.url.startsWith('/assets/') ? reply.status(404).header('cache-control', 'no-store').send() : page(request, reply)
  })
}
