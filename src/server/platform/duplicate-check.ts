import { Refused, type Reader } from '../../../engine/server/index.ts'

/** What may be asked, and nothing else: table → columns. */
const askable: Readonly<Record<string, readonly string[]>> = {
  sys_user: ['username', 'phone', 'email', 'work_no', 'study_number'],
  sys_role: ['role_code'],
  sys_dict: ['dict_code'],
  sys_depart: ['org_code'],
  sys_permission: ['perms'],
}

export interface DuplicateQuestion {
  readonly tableName: string
  readonly fieldName: string
  readonly fieldVal: string
  readonly dataId: string
}

/** Answers whether a value is free, rows in the bin included; refuses when it is taken or may not be asked. */
export async function checkDuplicate(db: Reader, { tableName, fieldName, fieldVal, dataId }: DuplicateQuestion): Promise<string> {
  const columns = Object.hasOwn(askable, tableName) ? askable[tableName] : undefined
  if (!columns?.includes(fieldName)) throw new Refused('不支持该校验')
  if (fieldVal === '') return '数据为空,不作处理！'
  const row = await db
    .selectFrom(tableName)
    .select('id')
    .where(fieldName, '=', fieldVal)
    .where('id', '<>', dataId)
    .limit(1)
    .executeTakeFirst()
  if (row) throw new Refused('该值不可用，系统中已存在！')
  return '该值可用！'
}
