import type { FastifyRequest } from 'fastify'
import type { MultipartFile } from '@fastify/multipart'
import { Refused, TooLarge, type Engine } from '../../../engine/server/index.ts'
import { roleCodes } from '../../../schemas/identity/role-codes.ts'
import { asText } from '../../sent-values.ts'
import { clearOwnUnowned } from './clear-unowned.ts'
import { recognise, type Recognised } from './content.ts'
import type { FileStore, ReceivedFile, WhichStorage } from './store.ts'
import { giveUpFile, noteFile } from './stored-rows.ts'

const MOST_BYTES = 10 * 1024 * 1024
/** Files of one user that no row owns yet: enough for any form, too few to fill a disk. */
const MOST_UNOWNED = 300
const MOST_NAME = 100
const tooLarge = '文件大小超出10MB限制, 请压缩或降低文件质量!'
/** Folders that accept only pictures; students have nothing else to upload, whatever the folder. */
const pictures = new Set(['avatar', 'image', 'picture', 'result', 'inspection'])

const hasCode = (error: unknown, code: string): boolean => error instanceof Error && 'code' in error && error.code === code
/** The form is incomplete: the connection was lost, or the sender does not follow the format. */
const isCutOff = (error: unknown): boolean =>
  hasCode(error, 'FST_MP_PREMATURE_CLOSE') ||
  (error instanceof Error &&
    /^(Unexpected end of (form|file|multipart data)|Part terminated early|Malformed part header)/.test(error.message))

function sentenceFor(error: unknown): unknown {
  if (hasCode(error, 'FST_REQ_FILE_TOO_LARGE')) return new TooLarge(tooLarge)
  return isCutOff(error) ? new Refused('上传中断，请重新上传') : error
}

/** A form names its boundary; a request that claims to be a form without one is not read. */
const isForm = (request: FastifyRequest): boolean =>
  request.isMultipart() && /;\s*boundary="?[^\s";]/i.test(request.headers['content-type'] ?? '')

interface Received {
  /** As it was sent, including a path if the sender added one. */
  readonly given: string
  readonly incoming: ReceivedFile
}

/** The file's original name: the last part of the path, without invisible characters, cut before its extension. */
function nameOf(given: string): string {
  const name = (given.split(/[\\/]/).pop() ?? '').toWellFormed().replace(/[\p{Cc}\p{Cf}]/gu, '')
  const extension = /\.[^.]{1,10}$/.exec(name)?.[0] ?? ''
  const stem = Array.from(name.slice(0, name.length - extension.length))
  return stem.slice(0, MOST_NAME - extension.length).join('') + extension
}

async function receiveFile(store: FileStore, part: MultipartFile): Promise<Received> {
  const incoming = await store.receive(part.file)
  if (part.file.truncated) {
    await store.discard(incoming)
    throw new TooLarge(tooLarge)
  }
  return { incoming, given: part.filename }
}

/** Read the form: exactly one file, and the folder that it is meant for. */
async function readForm(store: FileStore, request: FastifyRequest): Promise<Received & { biz: string }> {
  let received: Received | undefined
  let biz = ''
  try {
    const limits = { fileSize: MOST_BYTES, files: 1, fields: 10, parts: 11 }
    for await (const part of request.parts({ preservePath: true, limits })) {
      if (part.type === 'file') received = await receiveFile(store, part)
      else if (part.fieldname === 'biz') biz = asText(part.value)
    }
    if (!received) throw new Refused('上传失败！')
    return { ...received, biz: /^[a-zA-Z0-9_-]{1,32}$/.test(biz) ? biz.toLowerCase() : 'temp' }
  } catch (error) {
    if (received) await store.discard(received.incoming)
    throw sentenceFor(error)
  }
}

async function checkQuota(engine: Engine, userId: string): Promise<void> {
  const row = await engine.db.read
    .selectFrom('sys_file')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('created_by', '=', userId)
    .where('entity', 'is', null)
    .executeTakeFirst()
  if ((row?.count ?? 0) >= MOST_UNOWNED) throw new Refused('您有过多未保存的文件，请先保存或稍后再试')
}

/**
 * The kind of the file, or the sentence why it is not accepted. A path in a document's name is cut off, because old browsers send one;
 * cameras do not, so a photo with a path was not sent by our pages.
 */
async function checkFile({ incoming, given }: Received, wantsPhoto: boolean): Promise<Recognised> {
  if (incoming.size === 0) throw new Refused('文件是空的，请重新选择')
  if (wantsPhoto && /[\\/]/.test(given)) throw new Refused('文件名不能包含路径')
  const kind = await recognise(incoming.place, nameOf(given))
  if (wantsPhoto && !kind?.isImage) throw new Refused('请上传图片')
  if (!kind) throw new Refused('不支持的文件类型，请检查文件格式！')
  return kind
}

export interface KeptFile {
  readonly path: string
  readonly name: string
}

interface Keeping {
  readonly engine: Engine
  readonly store: FileStore
  readonly which?: WhichStorage
}

/** Store an accepted file. Its row comes first: if it cannot be stored, or nobody knows whether it was, the row has it removed. */
async function keepFile({ engine, store, which }: Keeping, file: Received & { biz: string; kind: Recognised; userId: string }) {
  const { incoming, given, biz, kind, userId } = file
  const name = nameOf(given)
  const at = store.placeFor(biz, kind.extension, which)
  await noteFile(engine, { ...at, biz, name, type: kind.type, size: incoming.size, userId })
  try {
    await store.keep(incoming, at, kind.type)
  } catch (error) {
    await engine.db.write((tx) => giveUpFile(tx, at.path))
    throw error
  }
  return { path: at.path, name }
}

/** Removing what was left behind is no part of an upload: if its storage does not answer now, it is tried again. */
const clearOwn = ({ engine, store, which = 'first' }: Keeping, request: FastifyRequest): Promise<void> =>
  clearOwnUnowned(engine, store, { userId: request.actor.id, storage: store.names[which] }).catch((error: unknown) =>
    request.log.warn({ err: error }, 'files'),
  )

/** Accept one uploaded file. A refused or incomplete upload leaves nothing behind. */
export async function takeUpload(keeping: Keeping, request: FastifyRequest): Promise<KeptFile> {
  if (!isForm(request)) throw new Refused('上传失败！')
  const { engine, store } = keeping
  await clearOwn(keeping, request)
  await checkQuota(engine, request.actor.id)
  const received = await readForm(store, request)
  try {
    const kind = await checkFile(received, pictures.has(received.biz) || request.actor.role === roleCodes.student)
    return await keepFile(keeping, { ...received, kind, userId: request.actor.id })
  } finally {
    await store.discard(received.incoming)
  }
}
