import { named, nonEmptyText, textMap, constTrue } from '../../json-schema-parts.ts'
import type { EntityName } from '../../names.ts'
import type { OptionNames } from '../contract.ts'

/** Options of choice fields whose rows come from another entity. */
export interface ReferenceOptions {
  readonly to: EntityName
  /** Field of the other entity that is shown. */
  readonly show: string
  /** Field of the other entity that stands in brackets behind it while one is chosen. */
  readonly beside?: string
  /** Fields of this entity that narrow the choice: own field → field of the other entity. */
  readonly dependsOn?: Readonly<Record<string, string>>
  /** Switch of the other entity; the row that has it on is chosen at first. */
  readonly preselect?: string
  /** The row belongs to the row it points to: it is purged with it instead of keeping it from being deleted. */
  readonly owner?: true
  /** Wire name under which the text that is shown travels as well. */
  readonly text?: string
}

/** The JSON Schema of each. */
export const referenceOptions = ({ entity }: OptionNames) => ({
  to: named(entity),
  show: nonEmptyText,
  beside: nonEmptyText,
  dependsOn: textMap,
  preselect: nonEmptyText,
  owner: constTrue,
  text: nonEmptyText,
})
