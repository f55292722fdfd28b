import { clientField } from '../../../fields/client.ts'
import { isEmpty } from '../../../fields/is-empty.ts'
import type { AnyEntity, WireRow } from '../../../schema/index.ts'
import { nameColumn } from '../table/columns.tsx'
import { isKept } from '../table/fit-columns.ts'
import type { ListColumn } from '../../model/list-model.ts'

export interface CardFields {
  readonly name: ListColumn | undefined
  /** The fields that show the row's state. */
  readonly states: readonly ListColumn[]
  /** The first few of the other fields. */
  readonly facts: readonly ListColumn[]
}
const most = { states: 3, facts: 3 }

/** What a card shows of its row: its name, its state, and the first other fields that have a value. */
export function cardFields(entity: AnyEntity, columns: readonly ListColumn[], row: WireRow): CardFields {
  const key = nameColumn(entity, columns)
  const others = columns.filter((column) => column.key !== key)
  const isTag = (column: ListColumn) => isKept(entity, column) && clientField(column.field).tag === true
  const kept = others.filter((column) => isKept(entity, column) && !isTag(column))
  const plain = others.filter((column) => !isKept(entity, column) && !isEmpty(row[column.key]))
  return {
    name: columns.find((column) => column.key === key),
    states: others.filter((column) => isTag(column) && !isEmpty(row[column.key])).slice(0, most.states),
    facts: [...kept, ...plain].slice(0, most.facts),
  }
}
