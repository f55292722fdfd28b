export { chunksOf } from './chunks.ts'
export { newId } from './write/statements/new-id.ts'
export { createEngine, defineRules, joinCalls, registerRules, typedDatabase, untypedEngine, untypedReader } from './application.ts'
export type {
  AnyChange,
  AnyRules,
  CallContext,
  CallParams,
  Change,
  Database,
  Engine,
  FeedSink,
  Guard,
  Model,
  Reader,
  RuleContext,
  Rules,
  ScopeMeaning,
  Tx,
} from './application.ts'
export type { AddedRow, ChangedRow, EditedRow, FoundRow, OnlyAdded, StoredRow } from '../schema/rows.ts'
export type { RegisteredName } from '../registry.ts'
export type { AppTables } from './tables/app-tables.ts'
export type { Database as UntypedDatabase } from './contract.ts'
export { readChanges } from './write/after/audit.ts'
export { jsonReader } from './stored-json.ts'
export { nestsTooDeep } from './http/json-body.ts'
export { answerUnknownPath, answerErrors } from './http/error-handler.ts'
export { enginePlugin } from './plugin.ts'
export { problemsOf } from '../schema/check-schemas.ts'
export { insertsOf } from './write/statements/insert-rows.ts'
export { KnownStatements } from './database/known-statements.ts'
export { openDatabase } from './database/open-database.ts'
export { currentElapsed } from './http/current-request.ts'
export { disposition } from './http/disposition.ts'
export { ok } from './http/envelope.ts'
export { wantsPaths } from './routes/file-addresses.ts'
export { answerRows } from './routes/row-outcomes.ts'
export { snapshotsOf } from './routes/row-snapshots.ts'
export { nestRows } from './routes/tree.ts'
export { modelsOf } from './model/model.ts'
export { comparedValue, valueSql } from './query/kept-sql.ts'
export { keyOfLimits, limitOf } from './rows/row-limit.ts'
export { isRuleProblem } from './rows/read-row-rule.ts'
export { noRow, variablesNamedIn, variablesOf, type RowVariable } from './rows/row-test.ts'
export { optionAccess } from './routes/option-access.ts'
export type { RowLimits } from './rows/row-limit.ts'
export type { LimitingRule } from './rows/row-limit.ts'
export type { Hidden, Hiding } from './rows/hidden.ts'
export { actorIfAny, isWrite, lackedFor, routeAt, type GuardedRoute, type RouteAccess } from './access/route-access.ts'
export { rowDeeds, stateRefusal, type RowDeed } from './access/row-deeds.ts'
export { verbsOf } from './access/permission-nodes.ts'
export { networkOf } from './http/network-of.ts'
export { isOneIn } from './write/sampling.ts'
export { readMigrations, migrate } from './tables/migrate.ts'
export { fillOrder, type LookAgain } from './tables/fill-order.ts'
export { planTables } from './tables/plan-tables.ts'
export { engineTables } from './tables/engine-tables.ts'
export { diffTables } from './tables/diff-tables.ts'
export { columnKinds, defineTable } from './tables/spec.ts'
export type { RowsOfTables, TableSpec } from './tables/spec.ts'
export { backUpDatabase } from './database/back-up.ts'
export { transferRoutes } from './transfer/routes.ts'
export type { ImportsOf } from './transfer/jobs/imports-of.ts'
export { sharedField } from '../fields/shared.ts'
export { nextTimes } from '../fields/cron/times.ts'
export { isRowReference, isSecret } from '../fields/structure.ts'
export { isEmpty } from '../fields/is-empty.ts'
export { cleanLine, foldCase } from '../fields/parts/read-text.ts'
export * from './errors.ts'
export { databaseTrouble } from './database/trouble.ts'
export type { Related } from './model/relation.ts'
export type * from './contract.ts'
