import { sql } from 'kysely'
import { Refused, type CallContext, type Change, type Engine, type RuleContext, type Rules } from '../../../engine/server/index.ts'
import { number, text } from '../cells.ts'
import { enabledItems, itemsOf } from './read-dictionaries.ts'

/** Fields whose values are a dictionary's, with where they are stored. */
function fieldsOf(engine: Engine, code: string) {
  return [...engine.models.values()].flatMap(({ entity, table, binned, stored }) =>
    stored.flatMap(({ column, field }) =>
      field.type === 'dictionary' && field.code === code ? [{ title: entity.title, table, column, binned }] : [],
    ),
  )
}

/** A dictionary that fields take their values from stays, and keeps its code. */
function guardUsed({ engine }: RuleContext, changes: readonly Change[]): void {
  for (const change of changes) {
    const { before, after } = change
    if (!before || (after && after.dictCode === before.dictCode) || !fieldsOf(engine, text(before.dictCode)).length) continue
    if (after) change.refuse('该字典正在使用，不能修改编码！', 'dictCode')
    else change.refuse('该字典正在使用，不能删除！')
  }
}

/** An item that rows have as their value stays; disabled, it is no longer offered. */
async function refuseUsedItems({ engine, tx }: RuleContext, changes: readonly Change[]): Promise<void> {
  for (const change of changes) {
    const dictionary = await tx.selectFrom('sys_dict').select('dict_code').where('id', '=', text(change.before?.dictId)).executeTakeFirst()
    const used: string[] = []
    const counted = new Set<string>()
    for (const { title, table, column, binned } of fieldsOf(engine, text(dictionary?.dict_code))) {
      if (counted.has(`${table}.${column}`)) continue
      counted.add(`${table}.${column}`)
      const live = binned ? sql` and del_flag = 0` : sql``
      const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}
        where ${sql.ref(column)} = ${text(change.before?.itemValue)}${live}`.execute(tx)
      const count = number(rows[0]?.n)
      if (count) used.push(`${title} ${count} 条`)
    }
    if (used.length) change.refuse(`存在关联数据，不能删除：${used.join('、')}`)
  }
}

export const dictionaryRules: Rules = {
  beforeSave: guardUsed,
  beforeDelete: guardUsed,
  calls: {
    async refleshCache({ engine }) {
      engine.refreshDictionaries()
      await engine.dictionaries()
      return {}
    },
    queryAllDictItems: async ({ engine }) => ({ result: await enabledItems(engine) }),
    getDictItems: async ({ engine, params }) => ({ result: await itemsOf(engine, text(params.dictCode)) }),
  },
}

/** Whether a value is still free within its dictionary. */
async function dictItemCheck({ engine, params }: CallContext) {
  const row = await engine.db.read
    .selectFrom('sys_dict_item')
    .select('id')
    .where('dict_id', '=', text(params.dictId))
    .where('item_value', '=', text(params.itemValue))
    .where('id', '<>', text(params.id))
    .limit(1)
    .executeTakeFirst()
  if (row) throw new Refused('该值不可用，系统中已存在！')
  return { message: '该值可用！' }
}

export const dictionaryItemRules: Rules = { beforeDelete: refuseUsedItems, calls: { dictItemCheck } }
