import { NotAllowed, Refused, sharedField, type Actor, type Engine, type Model, type StoredField } from '../../../engine/server/index.ts'

export interface DuplicateQuestion {
  readonly tableName: string
  /** The column, or the field's name on the wire. */
  readonly fieldName: string
  readonly fieldVal: string
  /** The row that is being edited; it may keep its value. */
  readonly dataId: string
}

/** Entities of this table that declare the field unique in the whole table. What no schema declares may not be asked. */
function declared(engine: Engine, { tableName, fieldName }: DuplicateQuestion): { model: Model; unique: StoredField }[] {
  return [...engine.models.values()]
    .filter((model) => model.table === tableName)
    .flatMap((model) => {
      const unique = model.stored.find(({ key, column }) => key === fieldName || column === fieldName)
      return unique && typeof unique.field.unique === 'string' ? [{ model, unique }] : []
    })
}

const mayWrite = (actor: Actor, { permission }: Model): boolean =>
  actor.permissions.has(`${permission}:add`) || actor.permissions.has(`${permission}:edit`)

/**
 * Answers whether a value is free, rows in the bin included; refuses when it is taken. Only who may add or edit such rows
 * is told, and only a row that he sees is left out, so that nobody learns whose a value is.
 */
export async function checkDuplicate(engine: Engine, actor: Actor, question: DuplicateQuestion): Promise<string> {
  const known = declared(engine, question)
  if (known.length === 0) throw new Refused('不支持该校验')
  const own = known.find(({ model }) => mayWrite(actor, model))
  if (!own) throw new NotAllowed()
  const { model, unique } = own
  const { fieldVal, dataId } = question
  const reading = sharedField(unique.field).read(fieldVal, unique.field)
  if (!('value' in reading) || reading.value === null) return '数据为空,不作处理！'
  const edited = dataId === '' ? null : await engine.find(model.name, dataId, actor)
  const row = await engine.db.read
    .selectFrom(model.table)
    .select(model.idColumn)
    .where(unique.column, '=', reading.value)
    .where(model.idColumn, '<>', edited ? dataId : '')
    .limit(1)
    .executeTakeFirst()
  if (row) throw new Refused('该值不可用，系统中已存在！')
  return '该值可用！'
}
