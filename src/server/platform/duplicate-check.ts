import {
  comparedValue,
  isRowReference,
  NotAllowed,
  Refused,
  sharedField,
  untypedEngine,
  untypedReader,
  type Actor,
  type Engine,
  type Model,
  type StoredField,
} from '../../../engine/server/index.ts'
import { accountName } from '../auth/accounts.ts'
import { barredNames } from '../identity/barred-names.ts'

export interface DuplicateQuestion {
  readonly tableName: string
  /** The column, or the field's wire name. */
  readonly fieldName: string
  readonly fieldVal: string
  /** The row being edited, which may keep its value. */
  readonly dataId: string
  /** Values of the fields within which it must be unique, by wire name. */
  readonly beside?: Readonly<Record<string, string>>
}

/** A field that must be unique, the fields within which, and an entity that declares it so. */
interface UniqueField {
  readonly model: Model
  readonly unique: StoredField
  readonly within: readonly StoredField[]
}

/** Entities of this table that declare the field unique within fields whose values are given. Nothing else may be checked. */
function declared(engine: Engine, { tableName, fieldName, beside = {} }: Omit<DuplicateQuestion, 'fieldVal' | 'dataId'>): UniqueField[] {
  return [...engine.models.values()]
    .filter((model) => model.table === tableName)
    .flatMap((model) => {
      const rule = model.unique.find(({ own: { key, column } }) => key === fieldName || column === fieldName)
      const isAsked = rule?.within.every(({ key }) => Object.hasOwn(beside, key))
      return rule && isAsked ? [{ model, unique: rule.own, within: rule.within }] : []
    })
}

/** Whether the rows that the values beside point to are there for this user: of other rows nobody learns what they hold. */
async function mayLookInto(engine: Engine, actor: Actor, within: readonly StoredField[], beside: Readonly<Record<string, string>>) {
  for (const { key, field } of within)
    if (isRowReference(field) && !(await untypedEngine(engine).find(field.to, beside[key] ?? '', actor))) return false
  return true
}

/** Value of a text as the column has it; undefined for a text that is none. */
function readValue({ field }: StoredField, text: string): unknown {
  const reading = sharedField(field).read(text, field)
  return 'value' in reading && reading.value !== null ? reading.value : undefined
}

const mayWrite = (actor: Actor, { permission }: Model): boolean =>
  actor.permissions.has(`${permission}:add`) || actor.permissions.has(`${permission}:edit`)

/** The fields that identify an account. */
export const ACCOUNT_FIELDS = ['username', 'phone', 'email'] as const

/** Whether a row other than `except` has this value, including rows in the bin. */
async function standingOfValue(
  engine: Engine,
  { model, unique, within }: UniqueField,
  { value, except, beside = {} }: { readonly value: string; readonly except: string; readonly beside?: Readonly<Record<string, string>> },
): Promise<'empty' | 'free' | 'taken'> {
  let rows = untypedReader(engine.db.read).selectFrom(model.table).select(model.idColumn).where(model.idColumn, '<>', except)
  for (const one of [unique, ...within]) {
    const read = readValue(one, one === unique ? value : (beside[one.key] ?? ''))
    if (read === undefined) return 'empty'
    rows = rows.where(one.column, '=', comparedValue(one.field, read, engine.db.dialect))
  }
  if (await rows.limit(1).executeTakeFirst()) return 'taken'
  const isName = model.table === 'sys_user' && unique.key === 'username'
  return isName && (await barredNames(engine.db.read, [accountName(value)])).size ? 'taken' : 'free'
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
  const { dataId, beside = {} } = question
  if (!(await mayLookInto(engine, actor, own.within, beside))) throw new NotAllowed()
  const edited = dataId === '' ? null : await engine.find(own.model.name, dataId, actor)
  const standing = await standingOfValue(engine, own, { value: question.fieldVal, except: edited ? dataId : '', beside })
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
