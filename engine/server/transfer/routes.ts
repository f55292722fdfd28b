import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { WireRow } from '../../schema/index.ts'
import { actorOf } from '../access.ts'
import type { Engine, Model } from '../contract.ts'
import type { EngineParts } from '../create-engine.ts'
import { disposition } from '../disposition.ts'
import { ok, type Envelope } from '../envelope.ts'
import { InvalidInput, Refused } from '../errors.ts'
import { idOf, idsOf } from '../ids.ts'
import { bodyOf, mount, queryOf, textsOf, type Query, type RouteSpec } from '../routes/route-maker.ts'
import type { ImportResult } from './commit-import.ts'
import { exportName, exportSheet } from './export-sheet.ts'
import { faultSheet } from './fault-sheet.ts'
import type { JobInput } from './import-job.ts'
import { importTemplate } from './import-template.ts'
import { JobStore } from './job-store.ts'
import { RunningExports } from './running-exports.ts'
import { limits, sentences } from './sheet.ts'
import { givenFields, readUpload } from './upload.ts'

interface Context {
  readonly engine: Engine
  readonly model: Model
  readonly jobs: JobStore
  readonly exports: RunningExports
}

type Made = Omit<RouteSpec, 'tag' | 'access'>

const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

function sendWorkbook(reply: FastifyReply, name: string, body: Uint8Array | Readable | ReadableStream<Uint8Array>): FastifyReply {
  reply
    .type(workbookType)
    .header('content-disposition', disposition('attachment', `${name}.xlsx`))
    .header('cache-control', 'no-store')
  return reply.send(body instanceof ReadableStream ? Readable.from(body) : body instanceof Readable ? body : Buffer.from(body))
}

async function uploaded({ engine, model }: Context, request: FastifyRequest): Promise<JobInput> {
  const actor = actorOf(request)
  const { fields, file } = await readUpload(request)
  const given = await givenFields({ engine, model, actor, given: { ...queryOf(request), ...fields } })
  if (!file?.length) throw new InvalidInput({ [model.entity.import?.fileField ?? 'file']: file ? sentences.noContent : sentences.noFile })
  return { engine, model, actor, given, file }
}

function answerOf(result: ImportResult): Envelope {
  return ok(result, result.errorCount ? sentences.partly(result.successCount, result.errorCount) : sentences.done(result.totalCount))
}

/** What to export: an address holds some hundred keys, a body as many as may be chosen. */
function exportQuery(request: FastifyRequest): Query {
  const query = { ...queryOf(request), ...textsOf(bodyOf(request)) }
  if (idsOf(query['selections']).length > limits.selections) throw new Refused(sentences.selections)
  return query
}

function exportRoute({ engine, model, exports }: Context, base: string): Made {
  return {
    verbs: ['GET', 'POST'],
    path: `${base}/exportXls`,
    title: `导出${model.entity.title}`,
    params: { selections: { type: 'string', description: '所选行的主键，以逗号分隔；较多时以 POST 提交' } },
    answers: workbookType,
    reads: true,
    handle: async (request, reply) => {
      const { list, ...query } = exportQuery(request)
      const known = list !== undefined && Object.hasOwn(model.entity.lists ?? {}, list) ? { list } : {}
      // A page that posts shows the refusal; whoever follows a link saves the answer as a file, whatever it is.
      const whenEmpty = request.method === 'POST' ? 'refuse' : 'say'
      const actor = actorOf(request)
      const open = () => exportSheet(engine, model, { entity: model.name, query, actor, whenEmpty, ...known })
      return sendWorkbook(reply, exportName(model), await exports.begin(actor.id, open))
    },
  }
}

async function template({ engine, model }: Context, request: FastifyRequest): Promise<Uint8Array> {
  const actor = actorOf(request)
  const within = model.entity.import?.within
  const chosen = within !== undefined && queryOf(request)[within]
  const given: WireRow = chosen ? await givenFields({ engine, model, actor, given: queryOf(request) }) : {}
  return importTemplate({ engine, model, actor, given })
}

/** The rows that an import left out, as a sheet. */
function faultsRoute({ model, jobs }: Context, base: string): Made {
  const name = `${model.entity.title}未导入的行`
  return {
    verbs: ['GET'],
    path: `${base}/importFaults`,
    title: name,
    params: { job: { type: 'string' } },
    answers: workbookType,
    handle: async (request, reply) => {
      const { columns, rows } = jobs.find(queryOf(request)['job'] ?? '', model, actorOf(request)).faults()
      if (!rows.length) throw new Refused(sentences.noFaults)
      return sendWorkbook(reply, name, faultSheet(columns, rows, name))
    },
  }
}

function importRoutes(context: Context, base: string): Made[] {
  const { model, jobs } = context
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
      handle: async (request, reply) => sendWorkbook(reply, `${title}导入模板`, await template(context, request)),
    },
    {
      verbs: ['POST'],
      path: `${base}/importExcel`,
      title: `导入${title}`,
      params: file,
      takes: 'multipart/form-data',
      handle: async (request) => {
        return answerOf(await jobs.run(await uploaded(context, request), (job) => job.commit('all')))
      },
    },
    {
      verbs: ['POST'],
      path: `${base}/importCheck`,
      title: `检查${title}导入文件`,
      params: file,
      takes: 'multipart/form-data',
      handle: async (request) => ok({ job: jobs.start(await uploaded(context, request)).id }),
    },
    {
      verbs: ['GET'],
      path: `${base}/importJob`,
      title: `${title}导入进度`,
      params: job,
      handle: async (request) => ok(jobs.find(queryOf(request)['job'] ?? '', model, actorOf(request)).view()),
    },
    faultsRoute(context, base),
    {
      verbs: ['POST'],
      path: `${base}/importCommit`,
      title: `确认导入${title}`,
      params: { ...job, mode: { enum: ['all', 'good'] } },
      handle: async (request) => {
        const body = bodyOf(request)
        const mode = body['mode'] === 'good' ? 'good' : 'all'
        return answerOf(await jobs.find(idOf(body['job']), model, actorOf(request)).commit(mode))
      },
    },
  ]
}

/** The routes of one entity, each with the permission it asks. */
function routesOf(context: Context): RouteSpec[] {
  const { model } = context
  const { base, also = [], disable = [] } = model.entity.endpoints
  const withAccess = (verb: 'import' | 'export', made: readonly Made[]): RouteSpec[] =>
    made.map((route) => ({ ...route, access: `${model.permission}:${verb}`, tag: model.entity.title }))
  return [base, ...also].flatMap((path) => [
    ...(disable.includes('exportXls') ? [] : withAccess('export', [exportRoute(context, path)])),
    ...(model.entity.import && !disable.includes('importExcel') ? withAccess('import', importRoutes(context, path)) : []),
  ])
}

/**
 * Mount the export, template and import calls of every entity that has them, under each spelling of its base.
 * The application has registered multipart before.
 */
export function transferRoutes(app: FastifyInstance, { engine }: Pick<EngineParts, 'engine'>): void {
  const jobs = new JobStore(app.log, engine.db)
  const exports = new RunningExports()
  for (const model of engine.models.values()) for (const route of routesOf({ engine, model, jobs, exports })) mount(app, route)
}
