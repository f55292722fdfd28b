import { sql } from 'kysely'
import type { DictionaryEntry, Engine, Reader } from '../../../engine/server/index.ts'

/** A dictionary item as it travels. */
export interface WireDictionaryItem {
  readonly value: string
  readonly text: string
  readonly title: string
}

type ItemsByCode = Readonly<Record<string, readonly WireDictionaryItem[]>>

const itemsQuery = (db: Reader) =>
  db
    .selectFrom('sys_dict_item as i')
    .innerJoin('sys_dict as d', 'd.id', 'i.dict_id')
    .select(['d.dict_code as code', 'i.item_value as value', 'i.item_text as text'])
    .where('d.del_flag', '=', 0)
    .orderBy('i.sort_order')
    .orderBy('i.id')

/** The position of every item within its dictionary, in the order in which items are offered. */
export const dictionaryPlaces = sql`
  select d.dict_code, i.item_value, row_number() over (partition by d.id order by i.sort_order, i.id) as item_place
  from sys_dict_item as i join sys_dict as d on d.id = i.dict_id where d.del_flag = 0`

/** All items by dictionary code, including disabled ones: rows that use them still need their text. */
export async function readDictionaries(db: Reader): Promise<ReadonlyMap<string, readonly DictionaryEntry[]>> {
  const rows = await itemsQuery(db).execute()
  const grouped = Map.groupBy(rows, (row) => row.code)
  return new Map([...grouped].map(([code, items]) => [code, items.map(({ value, text }) => ({ value, text }))]))
}

const enabledOf = new WeakMap<ReadonlyMap<string, unknown>, Promise<ItemsByCode>>()

/** Items that can be chosen, by dictionary code. Kept as long as the engine keeps its dictionaries. */
export async function enabledItems(engine: Engine): Promise<ItemsByCode> {
  const edition = await engine.dictionaries()
  const cached = enabledOf.get(edition)
  if (cached) return cached
  const read = readEnabled(engine.db.read, edition.keys())
  enabledOf.set(edition, read)
  read.catch(() => enabledOf.delete(edition))
  return read
}

async function readEnabled(db: Reader, codes: Iterable<string>): Promise<ItemsByCode> {
  const rows = await itemsQuery(db).where('i.status', '=', 1).execute()
  const items: Record<string, WireDictionaryItem[]> = Object.fromEntries([...codes].map((code) => [code, []]))
  for (const row of rows) {
    const { code, value, text } = row
    ;(items[code] ??= []).push({ value, text, title: text })
  }
  return items
}

/** Items of one dictionary in order, including disabled ones; an unknown code has none. */
export async function itemsOf(engine: Engine, code: string): Promise<readonly WireDictionaryItem[]> {
  const items = (await engine.dictionaries()).get(code) ?? []
  return items.map((item) => ({ ...item, title: item.text }))
}
