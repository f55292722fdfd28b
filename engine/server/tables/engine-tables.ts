import { defineTable, type RowsOfTables } from './spec.ts'

/** Answers of writes with an idempotency key, kept for a day: a retry gets the same answer and writes nothing. */
const idempotency = defineTable({
  name: 'sys_idempotency',
  columns: [
    { name: 'actor_id', type: 'text', required: true },
    { name: 'key', type: 'text', required: true },
    { name: 'request', type: 'text', required: true },
    { name: 'at', type: 'integer', required: true },
    { name: 'answer', type: 'text' },
  ],
  primaryKey: ['actor_id', 'key'],
  indexes: [{ name: 'ix_sys_idempotency_at', columns: ['at'] }],
})

/** The row of an entity that a user chose last and that is preselected for them. */
const remembered = defineTable({
  name: 'sys_remembered',
  columns: [
    { name: 'user_id', type: 'text', required: true },
    { name: 'entity', type: 'text', required: true },
    { name: 'row_id', type: 'text', required: true },
  ],
  primaryKey: ['user_id', 'entity'],
  indexes: [],
})

/** Each write with its actor, its time and its changes. */
const audit = defineTable({
  name: 'sys_audit',
  columns: [
    { name: 'id', type: 'text', required: true },
    { name: 'entity', type: 'text', required: true },
    { name: 'table_name', type: 'text', required: true },
    { name: 'row_id', type: 'text', required: true },
    { name: 'version', type: 'integer', required: true },
    { name: 'operation', type: 'text', required: true },
    { name: 'actor_id', type: 'text', required: true },
    { name: 'username', type: 'text', required: true },
    { name: 'role', type: 'text', required: true },
    { name: 'at', type: 'text', required: true },
    { name: 'changes', type: 'text', required: true },
    { name: 'request_id', type: 'text' },
  ],
  primaryKey: ['id'],
  indexes: [{ name: 'ix_sys_audit_row', columns: ['table_name', 'row_id', 'version'] }],
})

/** Files of imports that wait for confirmation, where there is more than one node; deleted after two hours. */
const importJob = defineTable({
  name: 'sys_import_job',
  columns: [
    { name: 'id', type: 'text', required: true },
    { name: 'owner_id', type: 'text', required: true },
    { name: 'role', type: 'text', required: true },
    { name: 'entity', type: 'text', required: true },
    { name: 'at', type: 'integer', required: true },
    { name: 'is_done', type: 'integer', required: true },
    { name: 'given', type: 'text', required: true },
    { name: 'file', type: 'text', required: true },
    { name: 'result', type: 'text' },
  ],
  primaryKey: ['id'],
  indexes: [{ name: 'ix_sys_import_job_at', columns: ['at'] }],
})

/** The rules for sort keys that rows of this database were written by, and since when. */
const orderRules = defineTable({
  name: 'sys_order_rules',
  columns: [
    { name: 'name', type: 'text', required: true },
    { name: 'since', type: 'integer', required: true },
  ],
  primaryKey: ['name'],
  indexes: [],
})

/** Tables of the engine itself. */
export const engineTables = [idempotency, remembered, audit, importJob, orderRules] as const
export type EngineTables = RowsOfTables<typeof engineTables>
