import { named, nonEmptyText, textMap, constTrue } from '../../json-schema-parts.ts'
import type { EntityName } from '../../names.ts'
import type { OptionNames } from '../contract.ts'
import { chooseJson, type ChooseSpec } from './choose-spec.ts'

/** Options of choice fields whose rows come from another entity. */
export interface ReferenceOptions {
  readonly to: EntityName
  /** Field of the other entity that is shown. */
  readonly show: string
  /** Unique field of the other entity whose value is held instead of the id, such as a code. */
  readonly key?: string
  /** Field of the other entity that is shown in brackets after the text while the user chooses. */
  readonly beside?: string
  /** Fields of this entity that narrow the choice: own field → field of the other entity. */
  readonly dependsOn?: Readonly<Record<string, string>>
  /** Switch of the other entity; the row with the switch on is preselected. */
  readonly preselect?: string
  /** The row belongs to the row that it points to: it is purged with that row instead of blocking its deletion. */
  readonly owner?: true
  /** Another wire name under which the shown text travels. */
  readonly text?: string
  /** In forms, a button beside the field opens a window to choose in: a list of the other entity as a table, or its tree. */
  readonly chooseIn?: ChooseSpec
}

/** The JSON Schema of each option. */
export const referenceOptions = (names: OptionNames) => ({
  to: named(names.entity),
  show: nonEmptyText,
  key: nonEmptyText,
  beside: nonEmptyText,
  dependsOn: textMap,
  preselect: nonEmptyText,
  owner: constTrue,
  text: nonEmptyText,
  chooseIn: chooseJson(names),
})
