import { columnKinds, defineTable } from '../../../engine/server/index.ts'

const { requiredInteger, requiredText, text } = columnKinds

/** Stored files: who uploaded them, and which row owns them. A file without an owner can be opened only by its uploader. */
const file = defineTable({
  name: 'sys_file',
  columns: [
    requiredText('path'),
    text('entity'),
    text('row_id'),
    text('biz'),
    requiredText('name'),
    requiredText('type'),
    requiredInteger('size'),
    // Nobody's, so that nobody can claim or open it, once the file is to be removed: the row goes when the file is gone.
    requiredText('created_by'),
    requiredText('created'),
    // Which storage has it; the server's disk if none is named.
    text('storage'),
    // When its row ceased to name it.
    text('left_at'),
  ],
  primaryKey: ['path'],
  indexes: [
    { name: 'ix_sys_file_owner', columns: ['entity', 'row_id'] },
    { name: 'ix_sys_file_sender', columns: ['created_by', 'created'] },
    { name: 'ix_sys_file_left', columns: ['left_at'] },
  ],
})

/** The tables of stored files. */
export const fileTables = [file] as const
