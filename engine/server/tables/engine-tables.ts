import { columnKinds, defineTable, type RowsOfTables } from './spec.ts'

const { integer, requiredInteger, requiredText, text } = columnKinds

/** Answers of writes with an idempotency key, kept for a day: a retry gets the same answer and writes nothing. */
const idempotency = defineTable({
  name: 'sys_idempotency',
  columns: [requiredText('actor_id'), requiredText('key'), requiredText('request'), requiredInteger('at'), text('answer')],
  primaryKey: ['actor_id', 'key'],
  indexes: [{ name: 'ix_sys_idempotency_at', columns: ['at'] }],
})

/** The row of an entity that a user chose last and that is preselected for them. */
const remembered = defineTable({
  name: 'sys_remembered',
  columns: [requiredText('user_id'), requiredText('entity'), requiredText('row_id')],
  primaryKey: ['user_id', 'entity'],
  indexes: [],
})

/** Each write with its actor, its time and its changes. */
const audit = defineTable({
  name: 'sys_audit',
  columns: [
    requiredText('id'),
    requiredText('entity'),
    requiredText('table_name'),
    requiredText('row_id'),
    requiredInteger('version'),
    requiredText('operation'),
    requiredText('actor_id'),
    requiredText('username'),
    requiredText('role'),
    requiredText('at'),
    requiredText('changes'),
    text('request_id'),
  ],
  primaryKey: ['id'],
  indexes: [{ name: 'ix_sys_audit_row', columns: ['table_name', 'row_id', 'version'] }],
})

/** Files of imports that wait for confirmation; deleted after two hours. */
const importJob = defineTable({
  name: 'sys_import_job',
  columns: [
    requiredText('id'),
    requiredText('owner_id'),
    requiredText('role'),
    requiredText('entity'),
    requiredInteger('at'),
    requiredInteger('is_done'),
    requiredText('given'),
    requiredText('file'),
    text('result'),
    text('phase'),
    integer('row_count'),
  ],
  primaryKey: ['id'],
  indexes: [{ name: 'ix_sys_import_job_at', columns: ['at'] }],
})

/** The rules for sort keys that rows of this database were written by, and since when. */
const orderRules = defineTable({
  name: 'sys_order_rules',
  columns: [requiredText('name'), requiredInteger('since')],
  primaryKey: ['name'],
  indexes: [],
})

/** Tables of the engine itself. */
export const engineTables = [idempotency, remembered, audit, importJob, orderRules] as const
export type EngineTables = RowsOfTables<typeof engineTables>
