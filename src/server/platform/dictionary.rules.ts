import { Refused, type CallContext, type Rules } from '../../../engine/server/index.ts'
import { text } from '../cells.ts'
import { enabledItems, itemsOf } from './read-dictionaries.ts'

export const dictionaryRules: Rules = {
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

export const dictionaryItemRules: Rules = { calls: { dictItemCheck } }
