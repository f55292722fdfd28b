import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { WireRow } from '../../schema/index.ts'
import type { Engine, Model } from '../contract.ts'
import type { EngineInternals } from '../create-engine.ts'
import { disposition } from '../http/disposition.ts'
import { ok, type Envelope } from '../http/envelope.ts'
import { InvalidInput, Refused } from '../errors.ts'
import { readId, readIds } from '../ids.ts'
import { fileCallRoutes } from '../routes/call-routes.ts'
import { mount, textsOf, type Query, type Incoming, type RouteSpec } from '../routes/route-maker.ts'
import type { CommitResult } from './commit/commit-import.ts'
import { exportName, exportSheet } from './export/export-sheet.ts'
import { faultSheet } from './jobs/fault-sheet.ts'
import type { JobInput } from './jobs/import-job.ts'
import { importsOf, type ImportsOf } from './jobs/imports-of.ts'
import { importTemplate } from './export/import-template.ts'
import { JobStore } from './jobs/job-store.ts'
import { RunningExports } from './export/running-exports.ts'
import { limits, sentences } from './sheet/sheet.ts'
import { givenFields, readUpload } from './upload.ts'

interface Context {
  readonly engine: Engine
  readonly model: Model
  readonly jobs: JobStore
  readonly exports: RunningExports
}

/** A route before its entity adds its title and its permission. */
type TransferRoute = Omit<RouteSpec, 'tag' | 'access'>

const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

function sendWorkbook(reply: FastifyReply, name: string, body: Uint8Array | Readable | ReadableStream<Uint8Array>): FastifyReply {
  reply
    .type(workbookType)
    .header('content-disposition', disposition('attachment', `${name}.xlsx`))
    .header('cache-control', 'no-store')
  return reply.send(body instanceof ReadableStream ? Readable.from(body) : body instanceof Readable ? body : Buffer.from(body))
}

async function uploaded({ engine, model }: Context, { request, query, actor }: Incoming): Promise<JobInput> {
  const { fields, file } = await readUpload(request)
  const given = await givenFields({ engine, model, actor, given: { ...query, ...fields } })
  if (!file?.length) throw new InvalidInput({ [model.entity.import?.fileField ?? 'file']: file ? sentences.noContent : sentences.noFile })
  return { engine, model, actor, given, file }
}

function answerOf(result: CommitResult): Envelope {
  return ok(result, result.errorCount ? sentences.partly(result.successCount, result.errorCount) : sentences.done(result.totalCount))
}

/** What to export: an address can hold some hundred keys, a body as many as can be selected. */
function exportQuery(incoming: Incoming): Query {
  const query = { ...incoming.query, ...textsOf(incoming.body) }
  if (readIds(query['selections']).length > limits.selections) throw new Refused(sentences.selections)
  return query
}

function exportRoute({ engine, model, exports }: Context, base: string): TransferRoute {
  return {
    verbs: ['GET', 'POST'],
    path: `${base}/exportXls`,
    title: `导出${model.entity.title}`,
    params: { selections: { type: 'string', description: '所选行的主键，以逗号分隔；较多时以 POST 提交' } },
    answers: workbookType,
    reads: true,
    handle: async (incoming) => {
      const { request, reply, actor } = incoming
      const { list, ...query } = exportQuery(incoming)
      const known = list !== undefined && Object.hasOwn(model.entity.lists ?? {}, list) ? { list } : {}
      // A page that posts shows the refusal; following a link saves the answer as a file, whatever it is.
      const whenEmpty = request.method === 'POST' ? 'refuse' : 'say'
      const open = () => exportSheet(engine, model, { entity: model.name, query, actor, whenEmpty, ...known })
      return sendWorkbook(reply, exportName(model), await exports.begin(actor.id, open))
    },
  }
}

async function template({ engine, model }: Context, { query, actor }: Incoming): Promise<Uint8Array> {
  const within = model.entity.import?.within
  const chosen = within !== undefined && query[within]
  const given: WireRow = chosen ? await givenFields({ engine, model, actor, given: query }) : {}
  return importTemplate({ engine, model, actor, given })
}

/** The rows that an import left out, as a sheet. */
function faultsRoute({ engine, model, jobs }: Context, base: string): TransferRoute {
  const name = `${model.entity.title}未导入的行`
  return {
    verbs: ['GET'],
    path: `${base}/importFaults`,
    title: name,
    params: { job: { type: 'string' } },
    answers: workbookType,
    handle: async ({ reply, query, actor }) => {
      const { columns, rows } = (await jobs.find(query['job'] ?? '', { engine, model, actor })).faults()
      if (!rows.length) throw new Refused(sentences.noFaults)
      return sendWorkbook(reply, name, await faultSheet(columns, rows, name))
    },
  }
}

/** A file that was checked is not to be imported. */
function dropRoute({ engine, model, jobs }: Context, base: string): TransferRoute {
  return {
    verbs: ['DELETE'],
    path: `${base}/importJob`,
    title: `放弃导入${model.entity.title}`,
    params: { job: { type: 'string' } },
    handle: async ({ query, actor }) => {
      await jobs.drop(await jobs.find(query['job'] ?? '', { engine, model, actor }))
      return ok(null, '已放弃导入')
    },
  }
}

function importRoutes(context: Context, base: string): TransferRoute[] {
  const { engine, model, jobs } = context
  const { title, import: spec } = model.entity
  const file = {
    [spec?.fileField ?? 'file']: { type: 'string', format: 'binary' },
    ...(spec?.within !== undefined && { [spec.within]: { type: 'string' } }),
  }
  const job = { job: { type: 'string' } }
  return [
    {
      verbs: ['GET'],
      path: `${base}/importTemplate`,
      title: `${title}导入模板`,
      params: {},
      answers: workbookType,
      handle: async (incoming) => sendWorkbook(incoming.reply, `${title}导入模板`, await template(context, incoming)),
    },
    {
      verbs: ['POST'],
      path: `${base}/importExcel`,
      title: `导入${title}`,
      params: file,
      takes: 'multipart/form-data',
      handle: async (incoming) => answerOf(await jobs.run(await uploaded(context, incoming), 'all')),
    },
    {
      verbs: ['POST'],
      path: `${base}/importCheck`,
      title: `检查${title}导入文件`,
      params: file,
      takes: 'multipart/form-data',
      handle: async (incoming) => ok({ job: (await jobs.start(await uploaded(context, incoming))).id }),
    },
    {
      verbs: ['GET'],
      path: `${base}/importJob`,
      title: `${title}导入进度`,
      params: job,
      handle: async ({ query, actor }) => ok((await jobs.find(query['job'] ?? '', { engine, model, actor })).view()),
    },
    dropRoute(context, base),
    faultsRoute(context, base),
    {
      verbs: ['POST'],
      path: `${base}/importCommit`,
      title: `确认导入${title}`,
      params: { ...job, mode: { enum: ['all', 'good'] } },
      handle: async ({ body, actor }) => {
        const mode = body['mode'] === 'good' ? 'good' : 'all'
        return answerOf(await jobs.commit(await jobs.find(readId(body['job']), { engine, model, actor }), mode, actor))
      },
    },
  ]
}

/** The routes of one entity, each with its permission. */
function routesOf(context: Context): RouteSpec[] {
  const { model } = context
  const { base, also = [], disable = [] } = model.entity.endpoints
  const withAccess = (verb: 'import' | 'export', routes: readonly TransferRoute[]): RouteSpec[] =>
    routes.map((route) => ({ ...route, access: `${model.permission}:${verb}`, tag: model.entity.title }))
  return [base, ...also].flatMap((path) => [
    ...(disable.includes('exportXls') ? [] : withAccess('export', [exportRoute(context, path)])),
    ...(model.entity.import && !disable.includes('importExcel') ? withAccess('import', importRoutes(context, path)) : []),
  ])
}

/**
 * Register the export, template and import calls of every entity that has them, under each of its base paths, and the declared calls
 * that take a file. The application must have registered multipart before. Answers how to learn which imports wait.
 */
export function transferRoutes(app: FastifyInstance, internals: EngineInternals): ImportsOf {
  const { engine } = internals
  const jobs = new JobStore(app.log, engine.db)
  const exports = new RunningExports()
  for (const model of engine.models.values()) {
    for (const route of routesOf({ engine, model, jobs, exports })) mount(app, route)
    for (const route of fileCallRoutes(internals, model, model.entity.endpoints.base))
      mount(app, { ...route, tag: model.entity.title, of: { entity: model.name, action: undefined } })
  }
  return importsOf(engine, jobs)
}
