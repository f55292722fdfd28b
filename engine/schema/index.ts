export { defineEntity, entityFromJson } from './entity.ts'
export type { IconName } from '../fields/icon/names.ts'
export type { AnyEntity, AnyField, Grant, Row, TreeSpec } from './entity.ts'
export type { WriteVerb } from './endpoints.ts'
export type {
  ActionSpec,
  AnswerSpec,
  AskedStates,
  BatchSpec,
  CallSpec,
  ChildSpec,
  LinkedSpec,
  StateSpec,
  ToolSpec,
  TrySpec,
  Verb,
} from './action.ts'
export type { NodeTab, TreeEdits, TreePageSpec } from './tree-page.ts'
export type { EditableColumn, EditableSpec, FilterSpec, ListSpec, TabsSpec } from './list.ts'
export type { CallPath, OnlyParams, ParamsOfPath } from './call-types.ts'
export type { EditedRow, FoundRow } from './rows.ts'
export type { RowVersion } from './row-version.ts'
export type { RegisteredName } from '../registry.ts'
export { checkRow } from './check-row.ts'
export { holds } from './condition.ts'
export type { AnyCondition, Condition } from './condition.ts'
export type { FieldDef, FieldOf, Fields, WireRow } from '../fields/contract.ts'
export { labelSource } from '../fields/shared.ts'
export { isFiles } from '../fields/structure.ts'
