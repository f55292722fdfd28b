import { sql } from 'kysely'
import { labelSource } from '../../../engine/schema/index.ts'
import {
  defineRules,
  Refused,
  type CallContext,
  type CallParams,
  type Change,
  type Engine,
  type RuleContext,
} from '../../../engine/server/index.ts'
import { dictionary as dictionaryEntity } from '../../../schemas/identity/dictionary.ts'
import { dictionaryItem } from '../../../schemas/identity/dictionary-item.ts'
import { enabledItems, itemsOf } from './read-dictionaries.ts'

/** Fields whose values come from a dictionary, and where they are stored. */
function fieldsOf(engine: Engine, code: string) {
  return [...engine.models.values()].flatMap(({ entity, table, binned, stored }) =>
    stored.flatMap(({ column, field }) => {
      const source = labelSource(field)
      return source?.from === 'dictionary' && source.code === code ? [{ title: entity.title, table, column, binned }] : []
    }),
  )
}

/** A dictionary that fields use cannot be deleted, and keeps its code. */
function guardUsed({ engine }: RuleContext, changes: readonly Change<'dictionary'>[]): void {
  for (const change of changes) {
    const { before, after } = change
    if (!before || (after && after.dictCode === before.dictCode) || !fieldsOf(engine, before.dictCode).length) continue
    if (after) change.refuse('该字典正在使用，不能修改编码！', 'dictCode')
    else change.refuse('该字典正在使用，不能删除！')
  }
}

/** Where rows use the item as a value, each with its count; rows in the bin do not count. */
async function usesOf({ engine, tx }: RuleContext, item: Change<'dictionaryItem'>['before']): Promise<string[]> {
  const dictionary = await tx
    .selectFrom('sys_dict')
    .select('dict_code')
    .where('id', '=', item?.dictId ?? '')
    .executeTakeFirst()
  const used: string[] = []
  const counted = new Set<string>()
  for (const { title, table, column, binned } of fieldsOf(engine, dictionary?.dict_code ?? '')) {
    if (counted.has(`${table}.${column}`)) continue
    counted.add(`${table}.${column}`)
    const live = binned ? sql` and del_flag = 0` : sql``
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}
      where ${sql.ref(column)} = ${item?.itemValue ?? ''}${live}`.execute(tx)
    const count = rows[0]?.n ?? 0
    if (count) used.push(`${title} ${count} 条`)
  }
  return used
}

/** An item that rows use as a value cannot be deleted; disabled, it is no longer offered. */
async function keepUsedItems(context: RuleContext, changes: readonly Change<'dictionaryItem'>[]): Promise<void> {
  for (const change of changes) {
    const used = await usesOf(context, change.before)
    if (used.length) change.refuse(`存在关联数据，不能删除：${used.join('、')}`)
  }
}

/** Such an item also keeps its value and its dictionary, because the rows refer to it by them. */
async function keepUsedValues(context: RuleContext, changes: readonly Change<'dictionaryItem'>[]): Promise<void> {
  for (const change of changes) {
    const { before, after } = change
    const moved = before && after && (['itemValue', 'dictId'] as const).find((key) => after[key] !== before[key])
    if (!moved) continue
    const used = await usesOf(context, before)
    if (used.length) change.refuse(`该值正在使用，不能修改：${used.join('、')}`, moved)
  }
}

export const dictionaryRules = defineRules(dictionaryEntity, {
  beforeSave: guardUsed,
  beforeDelete: guardUsed,
  calls: {
    async refleshCache({ engine }) {
      engine.refreshDictionaries()
      await engine.dictionaries()
      return {}
    },
    queryAllDictItems: async ({ engine }) => ({ result: await enabledItems(engine) }),
    getDictItems: async ({ engine, params }) => ({ result: await itemsOf(engine, params.dictCode) }),
  },
})

/** Whether a value is still free within its dictionary. */
async function dictItemCheck({ engine, params }: CallContext<CallParams<'dictionaryItem', 'dictItemCheck'>>) {
  const row = await engine.db.read
    .selectFrom('sys_dict_item')
    .select('id')
    .where('dict_id', '=', params.dictId ?? '')
    .where('item_value', '=', params.itemValue ?? '')
    .where('id', '<>', params.id ?? '')
    .limit(1)
    .executeTakeFirst()
  if (row) throw new Refused('该值不可用，系统中已存在！')
  return { message: '该值可用！' }
}

export const dictionaryItemRules = defineRules(dictionaryItem, {
  beforeSave: keepUsedValues,
  beforeDelete: keepUsedItems,
  calls: { dictItemCheck },
})
