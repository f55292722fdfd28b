import {
  anything,
  constTrue,
  filled,
  integer,
  named,
  nonEmptyText,
  objectOf,
  positive,
  unionOf,
  type Json,
} from '../../json-schema-parts.ts'
import type { EntityName } from '../../names.ts'
import type { OptionNames } from '../contract.ts'

/** A tree to the left of a table that narrows it to the chosen node. */
export interface TreeLeft {
  readonly entity: EntityName
  /** The filter or param of the list that takes the node's key. */
  readonly by: string
  /** Nodes are asked for when the node above them is opened. */
  readonly lazy?: true
}

/** A window in which the rows of a reference are chosen: one of the other entity's lists as a table, or its tree. */
export type ChooseSpec =
  | {
      readonly shows: 'table'
      /** The list whose columns and filters are shown; the standard one unless given. */
      readonly list?: string
      readonly tree?: TreeLeft
      readonly pageSizes?: readonly [number, ...number[]]
      readonly width?: number
    }
  | { readonly shows: 'tree'; readonly lazy?: true; readonly width?: number }

type Table = Extract<ChooseSpec, { shows: 'table' }>

/** The JSON Schema of a tree on the left. */
export const treeLeft = ({ entity }: OptionNames) =>
  objectOf<TreeLeft>({
    required: { entity: true, by: true },
    properties: { entity: named(entity), by: nonEmptyText, lazy: constTrue },
  })

/** The JSON Schema of `chooseIn`. */
export const chooseJson = (names: OptionNames): Json =>
  unionOf('shows', {
    table: objectOf<Table>({
      required: { shows: true },
      properties: { shows: anything, list: nonEmptyText, tree: treeLeft(names), pageSizes: filled(positive), width: integer },
    }),
    tree: objectOf<Extract<ChooseSpec, { shows: 'tree' }>>({
      required: { shows: true },
      properties: { shows: anything, lazy: constTrue, width: integer },
    }),
  })
