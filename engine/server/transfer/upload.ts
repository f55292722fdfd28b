import { isReference } from '../../fields/structure.ts'
import type {} from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { Actor, Engine, Model } from '../contract.ts'
import { InvalidInput, NotFound, TooLarge } from '../errors.ts'
import type { WireRow } from '../../schema/index.ts'
import { limits, sentences } from './sheet/sheet.ts'

/** The content of a multipart request: its fields and, if any, its file. */
export interface Upload {
  readonly fields: Readonly<Record<string, string>>
  readonly file: Uint8Array | undefined
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')
const tooLarge = new Set(['FST_REQ_FILE_TOO_LARGE', 'FST_ERR_CTP_BODY_TOO_LARGE'])

/** Collect the parts of an upload. A request that is not a complete multipart yields nothing. */
export async function readUpload(request: FastifyRequest): Promise<Upload> {
  const fields: Record<string, string> = {}
  let file: Uint8Array | undefined
  if (!request.isMultipart()) return { fields, file }
  try {
    for await (const part of request.parts({ limits: { files: 1, fileSize: limits.fileBytes, fields: 20, parts: 25 } })) {
      if (part.type === 'field') fields[part.fieldname] = String(part.value)
      else if (file) part.file.resume()
      else file = await part.toBuffer()
    }
  } catch (error) {
    if (tooLarge.has(codeOf(error))) throw new TooLarge(sentences.tooLarge)
    if (!codeOf(error).startsWith('FST_') && !(error instanceof Error && /form|multipart/i.test(error.message))) throw error
    return { fields, file: undefined }
  }
  return { fields, file }
}

/** The sentence for a missing `within` field: the list's own, then the field's. */
function missingSentence({ entity }: Model, key: string): string {
  for (const filter of entity.list.filters ?? []) {
    if (typeof filter === 'object' && filter.field === key && filter.required !== undefined) return filter.required
  }
  const field = entity.fields[key]
  return field?.required ?? `请选择${field?.label ?? key}！`
}

/**
 * The field set once for the whole file, checked against the actor's scope before the file is opened. A row that does not exist for
 * the actor is answered as not found.
 */
export async function givenFields({
  engine,
  model,
  actor,
  given,
}: {
  engine: Engine
  model: Model
  actor: Actor
  given: Readonly<Record<string, string | undefined>>
}): Promise<WireRow> {
  const key = model.entity.import?.within
  if (!key) return {}
  const value = (given[key] ?? '').trim()
  if (value === '') throw new InvalidInput({ [key]: missingSentence(model, key) })
  const field = model.entity.fields[key]
  if (isReference(field) && !(await engine.find(field.to, value, actor))) throw new NotFound()
  return { [key]: value }
}
