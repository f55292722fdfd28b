import { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { WireRow } from '../../schema/index.ts'
import type { Actor, Engine, Model } from '../contract.ts'
import { ok } from '../envelope.ts'
import { InvalidInput } from '../errors.ts'
import type { ImportResult } from './commit-import.ts'
import { exportName, exportSheet } from './export-sheet.ts'
import { ImportJob, type JobInput } from './import-job.ts'
import { importTemplate } from './import-template.ts'
import { JobStore } from './job-store.ts'
import { limits, sentences } from './sheet.ts'
import { givenFields, readUpload } from './upload.ts'

export interface TransferOptions {
  readonly dataDir: string
  /** Who asks, if they may; throws NotSignedIn or NotAllowed. */
  guard(request: FastifyRequest, model: Model, verb: 'import' | 'export'): Promise<Actor>
}

interface Context {
  readonly engine: Engine
  readonly model: Model
  readonly guard: TransferOptions['guard']
  readonly jobs: JobStore
}

const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const recordOf = (value: unknown): WireRow => (typeof value === 'object' && value !== null ? { ...value } : {})

function queryOf(request: FastifyRequest): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(recordOf(request.query)).map(([key, value]) => [key, Array.isArray(value) ? value.join(',') : String(value ?? '')]))
}

function sendWorkbook(reply: FastifyReply, name: string, body: Uint8Array | ReadableStream<Uint8Array>): FastifyReply {
  const file = encodeURIComponent(`${name}.xlsx`).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
  reply.type(workbookType).header('content-disposition', `attachment; filename="export.xlsx"; filename*=UTF-8''${file}`).header('cache-control', 'no-store')
  return reply.send(body instanceof ReadableStream ? Readable.from(body) : Buffer.from(body))
}

async function uploaded({ engine, model, guard }: Context, request: FastifyRequest): Promise<JobInput> {
  const actor = await guard(request, model, 'import')
  const { fields, file } = await readUpload(request)
  const given = await givenFields({ engine, model, actor, request, fields })
  if (!file) throw new InvalidInput({ [model.entity.import?.fileField ?? 'file']: sentences.noFile })
  return { engine, model, actor, given, file }
}

function answerOf(result: ImportResult) {
  return ok(result, result.errorCount ? sentences.partly(result.successCount, result.errorCount) : sentences.done(result.totalCount))
}

function exportRoutes(app: FastifyInstance, base: string, { engine, model, guard }: Context): void {
  app.get(`${base}/exportXls`, async (request, reply) => {
    const actor = await guard(request, model, 'export')
    const { list, ...query } = queryOf(request)
    const known = list !== undefined && model.entity.lists?.[list] ? { list } : {}
    const sheet = await exportSheet(engine, model, { entity: model.name, query, actor, ...known })
    return sendWorkbook(reply, exportName(model), sheet)
  })
}

function importRoutes(app: FastifyInstance, base: string, context: Context): void {
  const { engine, model, guard, jobs } = context
  app.get(`${base}/importTemplate`, async (request, reply) => {
    const actor = await guard(request, model, 'import')
    const within = model.entity.import?.within
    const value = within === undefined ? undefined : queryOf(request)[within]
    const given = value ? await givenFields({ engine, model, actor, request, fields: {} }) : {}
    return sendWorkbook(reply, `${model.entity.title}导入模板`, await importTemplate({ engine, model, actor, given }))
  })
  app.post(`${base}/importExcel`, async (request) => {
    const { file, ...input } = await uploaded(context, request)
    const job = new ImportJob('', input)
    await job.check(file)
    return answerOf(await job.commit('all', request.id))
  })
  app.post(`${base}/importCheck`, async (request) => ok({ job: jobs.start(await uploaded(context, request)).id }))
  app.get(`${base}/importJob`, async (request) => {
    const actor = await guard(request, model, 'import')
    return ok(jobs.find(queryOf(request)['job'] ?? '', model, actor).view())
  })
  app.post(`${base}/importCommit`, async (request) => {
    const actor = await guard(request, model, 'import')
    const body = recordOf(request.body)
    const job = jobs.find(String(body['job'] ?? ''), model, actor)
    return answerOf(await job.commit(body['mode'] === 'good' ? 'good' : 'all', request.id))
  })
}

/** Mount the export, template and import calls of every entity that has them, under each spelling of its base. */
export async function transferRoutes(app: FastifyInstance, engine: Engine, { guard }: TransferOptions): Promise<void> {
  const jobs = new JobStore(app.log)
  await app.register(async (scope) => {
    await scope.register(multipart, { limits: { files: 1, fileSize: limits.fileBytes, fields: 20, fieldSize: 10_000, parts: 25 } })
    for (const model of engine.models.values()) {
      const { base, also = [], disable = [] } = model.entity.endpoints
      const context = { engine, model, guard, jobs }
      for (const path of [base, ...also]) {
        if (!disable.includes('exportXls')) exportRoutes(scope, path, context)
        if (model.entity.import && !disable.includes('importExcel')) importRoutes(scope, path, context)
      }
    }
  })
}
