import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, disposition, ok } from '../../../engine/server/index.ts'
import { keyOfRequest, liveKeys } from '../auth/login-rows.ts'
import type { RouteDeps } from '../deps.ts'
import { fileRows, requestedPaths, readableFiles, type FileRow } from './readers.ts'
import { loginOf, pathFor } from './signing.ts'
import type { FileStore } from './store.ts'
import { takeUpload } from './upload.ts'

const MOST_SIGNED = 500
const noFile = () => new AppError('文件不存在', 404, 404)

/** An address that opens a file for a while, and the file's original name. */
interface OpenFile {
  readonly url: string
  readonly name: string
}

function paramsOf({ query }: FastifyRequest): Readonly<Record<string, unknown>> {
  return typeof query === 'object' && query !== null ? { ...query } : {}
}

/** The file, if the signature or the login in the header may open it. Otherwise the answer is the same as for a missing file. */
async function openable(deps: RouteDeps, request: FastifyRequest, path: string): Promise<FileRow> {
  const [file] = await fileRows(deps.engine, [path])
  if (!file) throw noFile()
  const params = paramsOf(request)
  const user = deps.signer.userOf(params)
  if (user !== undefined) {
    // A signed address expires with the login that it was made for; another login does not revive it.
    if (deps.signer.isSigned(path, params, await liveKeys(deps.engine.db.read, user, Date.now()))) return file
    if (keyOfRequest(request) === undefined) throw noFile()
  }
  const actor = await deps.logins.identify(request)
  const [readable] = await readableFiles(deps.engine, [file], actor)
  if (!readable) throw noFile()
  return readable
}

const isPdf = ({ type }: FileRow): boolean => type === 'application/pdf'
/** What a page may show in a frame if it asks for it; nothing in these runs. */
const isShowable = (file: FileRow): boolean => isPdf(file) || file.type.startsWith('text/plain')

/** Nothing of a file runs or loads. The browser's own viewer for PDF is an object in its page, which a sandbox would not let in. */
const policyOf = (file: FileRow, isShown: boolean): string =>
  isShown && isPdf(file) ? "default-src 'none'; object-src 'self'; frame-ancestors 'self'" : "default-src 'none'; sandbox"

async function sendFile(store: FileStore, file: FileRow, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const stream = await store.read(file)
  if (!stream) throw noFile()
  const isShown = isShowable(file) && paramsOf(request)['show'] !== undefined
  const kind = isShown || file.type.startsWith('image/') ? 'inline' : 'attachment'
  // A sandboxed frame has no origin to be keyed by, and the browser would complain.
  if (isShown) reply.header('origin-agent-cluster', '?0')
  return reply
    .header('content-type', file.type)
    .header('content-disposition', disposition(kind, file.name))
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', policyOf(file, isShown))
    .header('cache-control', 'private, max-age=300')
    .send(stream)
}

/** The form is read as it arrives, so this schema is only for the documentation. */
const uploadRoute = {
  config: { permission: 'login' },
  schema: {
    tags: ['文件'],
    summary: '上传文件',
    consumes: ['multipart/form-data'],
    body: { type: 'object', properties: { biz: { type: 'string', title: '文件夹' }, file: { type: 'string', format: 'binary' } } },
  },
  validatorCompiler: () => () => true,
}

/** Upload, signed addresses and the files themselves. Files are private: see `readableFiles`. */
export function fileRoutes(app: FastifyInstance, deps: RouteDeps): void {
  const { signer, store } = deps
  const signPaths = async (request: FastifyRequest, paths: readonly string[]): Promise<Record<string, OpenFile>> => {
    const files = await readableFiles(deps.engine, await fileRows(deps.engine, paths), request.actor)
    const login = loginOf(request)
    return Object.fromEntries(files.map(({ path, name }) => [path, { url: signer.address(path, login), name }]))
  }

  app.post('/api/sys/common/upload', uploadRoute, async (request) => {
    const { path } = await takeUpload(deps, request)
    return ok(null, pathFor(signer, request, { path, login: loginOf(request) }))
  })
  // Pages renew the addresses of what they show, which keeps nobody signed in.
  app.post(
    '/api/sys/common/sign',
    { config: { permission: 'login', reads: true, isBackground: true }, schema: { summary: '文件的临时地址' } },
    async (request) => {
      const { body } = request
      const paths = typeof body === 'object' && body !== null && 'paths' in body ? requestedPaths(body.paths) : []
      return ok(await signPaths(request, paths.slice(0, MOST_SIGNED)))
    },
  )
  app.get<{ Params: { '*': string } }>(
    '/api/sys/common/static/*',
    { config: { permission: 'public' }, schema: { summary: '打开文件' } },
    async (request, reply) => sendFile(store, await openable(deps, request, request.params['*']), request, reply),
  )
}
