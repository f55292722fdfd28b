import { commaList } from '../../fields/comma-list.ts'
import { isReferenceList, type ReferenceField } from '../../fields/structure.ts'
import type { AnyEntity, WireRow } from '../../schema/index.ts'
import type { Selection } from '../list/rows/selection.ts'

/** What is chosen in a window: the rows, and whether there may be several. */
export interface Choosing {
  readonly field: ReferenceField
  /** The other entity, its rows known by what the field holds. */
  readonly entity: AnyEntity
  readonly several: boolean
}

export const choosingOf = (field: ReferenceField, entity: AnyEntity): Choosing => ({
  field,
  entity: field.key === undefined ? entity : { ...entity, id: field.key },
  several: isReferenceList(field),
})

/** The rows of a value; of a row that no list has shown yet only the key is known. */
export const selectionOf = (value: unknown): Selection => new Map(commaList(value).map((key) => [key, {}]))

/** The text of a row that was found in the window, as the field shows it. */
export function foundName({ show, beside }: ReferenceField, row: WireRow | undefined): string | undefined {
  const text = row?.[`${show}_dictText`] ?? row?.[show]
  if (typeof text !== 'string' || text === '') return undefined
  const more = beside === undefined ? undefined : row?.[beside]
  return typeof more === 'string' && more !== '' ? `${text}（${more}）` : text
}
