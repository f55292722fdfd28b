import type { FastifyInstance, RouteOptions } from 'fastify'
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

interface Documented {
  readonly title: string
  readonly routes: readonly RouteOptions[]
}

/** The document is made for the first reader, by an application that has the same routes and answers nothing. */
async function describe({ title, routes }: Documented) {
  const [{ default: swagger }, { fastify }] = await Promise.all([import('@fastify/swagger'), import('fastify')])
  const silent = fastify({ exposeHeadRoutes: false })
  silent.setValidatorCompiler(() => () => true)
  silent.setSerializerCompiler(() => () => '')
  await silent.register(swagger, {
    openapi: {
      info: { title, version: '1' },
      components: { securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'X-Access-Token' } } },
      security: [{ token: [] }],
    },
    hideUntagged: false,
  })
  for (const { method, url, schema, config } of routes)
    silent.route({
      method,
      url,
      schema: { ...schema, 'x-permission': config?.permission, 'x-per-minute': config?.perMinute },
      handler: () => undefined,
    })
  await silent.ready()
  return silent.swagger() as { readonly paths?: Readonly<Record<string, Readonly<Record<string, Operation>>>> }
}

/** Notes every route from now on, for the OpenAPI document and a page a person can read; answers what adds the two. */
export function documentRoutes(app: FastifyInstance, title: string): (scope: FastifyInstance) => void {
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => {
    if (route.method !== 'HEAD') routes.push(route)
  })
  let description: ReturnType<typeof describe> | undefined
  const document = () => (description ??= describe({ title, routes }))
  return (scope) => {
    const config = { permission: 'public' }
    scope.get('/api/openapi.json', { config, schema: { summary: '接口文档（OpenAPI）' } }, document)
    scope.get('/api/docs', { config, schema: { summary: '接口文档' } }, async (_request, reply) =>
      reply.type('text/html; charset=utf-8').send(page(title, (await document()).paths ?? {})),
    )
  }
}
