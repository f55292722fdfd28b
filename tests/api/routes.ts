import type { Method, TestApp } from '../support/build-app.ts'

type Access = string | readonly string[] | undefined

/** What the document of the calls says of one field. */
export interface SaidField {
  readonly name: string
  readonly enum?: readonly unknown[]
  readonly format?: string
  readonly description?: string
  readonly type?: string
}

export interface AppRoute {
  readonly name: string
  readonly method: Method
  /** Without `/api`; its own parts in braces. */
  readonly path: string
  readonly access: Access
  /** How often one address may call it within a minute. */
  readonly perMinute: number | undefined
  /** What it takes, in its query or its body. */
  readonly fields: readonly SaidField[]
  /** Whether it takes a file. */
  readonly isUpload: boolean
}

interface Operation {
  readonly 'x-permission'?: Access
  readonly 'x-per-minute'?: number
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema?: object }[]
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: { readonly properties?: Record<string, object> } }>>
  }
}

const methods: Readonly<Record<string, Method | undefined>> = { get: 'GET', post: 'POST', put: 'PUT', delete: 'DELETE' }

function fieldsOf({ parameters = [], requestBody }: Operation): SaidField[] {
  const asked = parameters.filter((one) => one.in !== 'path').map(({ name, schema }) => ({ ...schema, name }))
  const bodies = Object.values(requestBody?.content ?? {})
  return [...asked, ...bodies.flatMap(({ schema }) => Object.entries(schema.properties ?? {}).map(([name, said]) => ({ ...said, name })))]
}

/** Every route of the running application, with the permission that it says it requires. */
export async function routesOf({ app }: Pick<TestApp, 'app'>): Promise<AppRoute[]> {
  const reply = await app.inject({ method: 'GET', url: '/api/openapi.json' })
  const { paths } = reply.json<{ paths: Record<string, Record<string, Operation>> }>()
  return Object.entries(paths).flatMap(([whole, operations]) => {
    const path = whole.replace(/^\/api/, '')
    if (!whole.startsWith('/api/') || path === '/{*}' || path === '/*') return []
    return Object.entries(operations).flatMap(([verb, operation]) => {
      const method = methods[verb]
      const isUpload = 'multipart/form-data' in (operation.requestBody?.content ?? {})
      const route = { path, access: operation['x-permission'], perMinute: operation['x-per-minute'], fields: fieldsOf(operation), isUpload }
      return method ? [{ name: `${method} ${path}`, method, ...route }] : []
    })
  })
}
