import { checkRow, type Fields } from '../../../engine/schema/index.ts'
import { InvalidInput, type Reader, type Tx } from '../../../engine/server/index.ts'
import { userSettings } from '../../../schemas/identity/own-account.ts'
import { asText } from '../../sent-values.ts'

/** Settings by name; one that is not there is as it is by default. */
export type KeptSettings = Readonly<Record<string, string | number>>

const fields: Fields = userSettings
const isSetting = (name: string): boolean => Object.hasOwn(fields, name)

/** The values of these settings, in the form in which they travel; a stored value that is none any more does not count. */
function valuesOf(texts: Readonly<Record<string, string>>): { values: KeptSettings; problems: Readonly<Record<string, string>> } {
  const named = Object.fromEntries(Object.entries(fields).filter(([name]) => Object.hasOwn(texts, name)))
  const { values, problems } = checkRow({ fields: named }, texts, 'add')
  const known = Object.entries(values).flatMap(([name, value]): [string, string | number][] =>
    problems[name] === undefined && (typeof value === 'string' || typeof value === 'number') ? [[name, value]] : [],
  )
  return { values: Object.fromEntries(known), problems }
}

export async function settingsOf(db: Reader | Tx, userId: string): Promise<KeptSettings> {
  const rows = await db.selectFrom('sys_user_setting').select(['name', 'value']).where('user_id', '=', userId).execute()
  return valuesOf(Object.fromEntries(rows.map(({ name, value }) => [name, value]))).values
}

/** Keep the settings that were sent; an empty value makes one as it is by default. */
export async function keepSettings(tx: Tx, userId: string, sent: Readonly<Record<string, string>>): Promise<void> {
  const unknown = Object.keys(sent).filter((name) => !isSetting(name))
  if (unknown.length > 0) throw new InvalidInput(Object.fromEntries(unknown.map((name) => [name, '没有该项设置'])))
  const { values, problems } = valuesOf(sent)
  if (Object.keys(problems).length > 0) throw new InvalidInput(problems)
  for (const name of Object.keys(sent)) {
    const value = asText(values[name])
    if (value === '') await tx.deleteFrom('sys_user_setting').where('user_id', '=', userId).where('name', '=', name).execute()
    else
      await tx
        .insertInto('sys_user_setting')
        .values({ user_id: userId, name, value })
        .onConflict((conflict) => conflict.columns(['user_id', 'name']).doUpdateSet({ value }))
        .execute()
  }
}

/** Accounts are gone for good, and so is what their owners set. */
export async function removeSettings(tx: Tx, userIds: readonly string[]): Promise<void> {
  if (userIds.length > 0) await tx.deleteFrom('sys_user_setting').where('user_id', 'in', userIds).execute()
}
