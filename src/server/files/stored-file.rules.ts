import type { FastifyRequest } from 'fastify'
import { defineRules, type CallContext } from '../../../engine/server/index.ts'
import { storedFile } from '../../../schemas/platform/stored-file.ts'
import { loginOf, pathFor, type Signer } from './signing.ts'
import type { FileStore, WhichStorage } from './store.ts'
import { takeUpload, type KeptFile } from './upload.ts'

/** What the calls of files need of the application. */
export interface StoredFiles {
  readonly store: FileStore
  readonly signer: Signer
}

/** Store the file of the request and add its row; until then nobody but the sender could open it. */
async function take({ engine, request, actor, once }: CallContext, which: WhichStorage): Promise<KeptFile> {
  const kept = await takeUpload({ engine, store: request.server.files.store, which }, request)
  const rows = [{ fileName: kept.name, url: kept.path }]
  await once((tx) => engine.write({ entity: 'storedFile', operation: 'add', rows, actor, fields: 'all' }, tx))
  return kept
}

const addressFor = (request: FastifyRequest, { path }: KeptFile): string =>
  pathFor(request.server.files.signer, request, { path, login: loginOf(request) })

async function upload(context: CallContext) {
  await take(context, 'first')
  return {}
}

async function uploadMinio(context: CallContext) {
  return { message: addressFor(context.request, await take(context, 'second')) }
}

export const storedFileRules = defineRules(storedFile, { calls: { upload, uploadMinio } })
