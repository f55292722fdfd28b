import {
  comparedValue,
  NotAllowed,
  Refused,
  sharedField,
  untypedReader,
  type Actor,
  type Engine,
  type Model,
  type StoredField,
} from '../../../engine/server/index.ts'

export interface DuplicateQuestion {
  readonly tableName: string
  /** The column, or the field's wire name. */
  readonly fieldName: string
  readonly fieldVal: string
  /** The row being edited, which may keep its value. */
  readonly dataId: string
}

/** A field that is unique in the whole table, and an entity that declares it so. */
interface UniqueField {
  readonly model: Model
  readonly unique: StoredField
}

/** Entities of this table that declare the field unique in the whole table. Nothing else may be checked. */
function declared(engine: Engine, { tableName, fieldName }: Pick<DuplicateQuestion, 'tableName' | 'fieldName'>): UniqueField[] {
  return [...engine.models.values()]
    .filter((model) => model.table === tableName)
    .flatMap((model) => {
      const unique = model.stored.find(({ key, column }) => key === fieldName || column === fieldName)
      return unique && typeof unique.field.unique === 'string' ? [{ model, unique }] : []
    })
}

const mayWrite = (actor: Actor, { permission }: Model): boolean =>
  actor.permissions.has(`${permission}:add`) || actor.permissions.has(`${permission}:edit`)

/** The fields that identify an account. */
export const ACCOUNT_FIELDS = ['username', 'phone', 'email'] as const

/** Whether a row other than `except` has this value, including rows in the bin. */
async function standingOfValue(
  engine: Engine,
  { model, unique }: UniqueField,
  { value, except }: { readonly value: string; readonly except: string },
): Promise<'empty' | 'free' | 'taken'> {
  const reading = sharedField(unique.field).read(value, unique.field)
  if (!('value' in reading) || reading.value === null) return 'empty'
  const row = await untypedReader(engine.db.read)
    .selectFrom(model.table)
    .select(model.idColumn)
    .where(unique.column, '=', comparedValue(unique.field, reading.value, engine.db.dialect))
    .where(model.idColumn, '<>', except)
    .limit(1)
    .executeTakeFirst()
  return row ? 'taken' : 'free'
}

/**
 * Answers whether a value is free, including rows in the bin; refuses if it is taken. Only people who may add or edit such rows are
 * told, and only a row that they can see is excluded, so that nobody learns whose value it is.
 */
export async function checkDuplicate(engine: Engine, actor: Actor, question: DuplicateQuestion): Promise<string> {
  const fields = declared(engine, question)
  if (fields.length === 0) throw new Refused('不支持该校验')
  const own = fields.find(({ model }) => mayWrite(actor, model))
  if (!own) throw new NotAllowed()
  const { dataId } = question
  const edited = dataId === '' ? null : await engine.find(own.model.name, dataId, actor)
  const standing = await standingOfValue(engine, own, { value: question.fieldVal, except: edited ? dataId : '' })
  if (standing === 'taken') throw new Refused('该值不可用，系统中已存在！')
  return standing === 'empty' ? '数据为空,不作处理！' : '该值可用！'
}

/** Whether any account has one of these values; the caller learns nothing else. */
export async function isAccountTaken(engine: Engine, values: Readonly<Record<string, string>>): Promise<boolean> {
  for (const fieldName of ACCOUNT_FIELDS) {
    const [field] = declared(engine, { tableName: 'sys_user', fieldName })
    if (field && (await standingOfValue(engine, field, { value: values[fieldName] ?? '', except: '' })) === 'taken') return true
  }
  return false
}
