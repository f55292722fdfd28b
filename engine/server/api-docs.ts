import type { FastifyInstance } from 'fastify'
import escape from 'lodash-es/escape.js'

interface Operation {
  readonly summary?: string
  readonly tags?: readonly string[]
  readonly parameters?: readonly { readonly name: string; readonly schema?: { readonly title?: string } }[]
  readonly requestBody?: {
    readonly content?: Readonly<
      Record<string, { readonly schema?: { readonly properties?: Readonly<Record<string, { readonly title?: string }>> } }>
    >
  }
}

function paramsOf(operation: Operation): string {
  const query = (operation.parameters ?? []).map(({ name, schema }) => [name, schema?.title ?? ''] as const)
  const bodies = Object.values(operation.requestBody?.content ?? {})
  const body = bodies.flatMap(({ schema }) =>
    Object.entries(schema?.properties ?? {}).map(([name, { title = '' }]) => [name, title] as const),
  )
  return [...query, ...body].map(([name, title]) => `<code>${escape(name)}</code>${title ? ` ${escape(title)}` : ''}`).join('，')
}

function page(title: string, paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>): string {
  const byTag = new Map<string, string[]>()
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const tag = operation.tags?.[0] ?? '系统'
      const row = `<tr><td><b>${method.toUpperCase()}</b></td><td><code>${escape(path)}</code></td><td>${escape(operation.summary ?? '')}</td><td>${paramsOf(operation)}</td></tr>`
      byTag.set(tag, [...(byTag.get(tag) ?? []), row])
    }
  }
  const sections = [...byTag].map(
    ([tag, rows]) => `<h2>${escape(tag)}</h2><table><tr><th>方法</th><th>路径</th><th>说明</th><th>参数</th></tr>${rows.join('')}</table>`,
  )
  return `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(title)}</title>
<style>body{font:14px/1.6 system-ui,"Noto Sans CJK SC",sans-serif;margin:2rem auto;max-width:1200px;padding:0 1rem;color:#1f2329}table{border-collapse:collapse;width:100%}td,th{border:1px solid #dee0e3;padding:.35rem .6rem;text-align:left;vertical-align:top}code{background:#f2f3f5;padding:0 .25rem}@media(prefers-color-scheme:dark){body{background:#141414;color:#ddd}td,th{border-color:#444}code{background:#2a2a2a}}</style>
<h1>${escape(title)}</h1><p>机器可读：<a href="/api/openapi.json">openapi.json</a>。所有调用携带请求头 <code>X-Access-Token</code>，应答为 <code>{ success, code, message, result, timestamp }</code>。</p>${sections.join('')}`
}

/** The OpenAPI document and a page a person can read. */
export function docsRoutes(app: FastifyInstance): void {
  app.get('/api/openapi.json', { config: { permission: 'public' } }, async () => app.swagger())
  app.get('/api/docs', { config: { permission: 'public' } }, async (_request, reply) => {
    const document = app.swagger() as { info?: { title?: string }; paths?: Record<string, Record<string, Operation>> }
    return reply.type('text/html; charset=utf-8').send(page(document.info?.title ?? 'API', document.paths ?? {}))
  })
}
