import BetterSqlite3 from 'better-sqlite3'
import { statements } from './hand-written-sql.ts'
import { addedView, auditValues, editAuditValues, editedView, editValues, rowValues } from './hand-written-values.ts'
import type { CourseLabels, OldEquipment, Store } from './hand-written-store.ts'

interface Session {
  readonly id: string
  readonly username: string
  readonly expires: number
}

/** The statements on SQLite, each prepared once; as durable as the measured server, with twice its cache. */
export function sqliteStore(file: string): Store {
  const db = new BetterSqlite3(file, { timeout: 5000 })
  for (const pragma of ['synchronous = FULL', 'foreign_keys = ON', 'cache_size = -16384', 'temp_store = MEMORY']) db.pragma(pragma)
  const text = statements(() => '+?')
  const session = db.prepare<[string], Session>(text.session)
  const list = db.prepare<[string, number, number]>(text.list)
  const count = db.prepare<[string], { n: number }>(text.count)
  const listAll = db.prepare<[number, number]>(text.listAll)
  const countAll = db.prepare<[], { n: number }>(text.countAll)
  const get = db.prepare<[string], OldEquipment>(text.get)
  const course = db.prepare<[string], CourseLabels>(text.course)
  const insert = db.prepare(text.insert)
  const audit = db.prepare(text.audit)
  const update = db.prepare(text.update)
  return {
    session: async (tokenHash) => session.get(tokenHash),
    list: async (courseId, limit, offset) => (courseId === undefined ? listAll.all(limit, offset) : list.all(courseId, limit, offset)),
    count: async (courseId) => (courseId === undefined ? countAll.get() : count.get(courseId))?.n ?? 0,
    get: async (id) => get.get(id),
    course: async (id) => course.get(id),
    async insert(row, labels) {
      db.transaction(() => {
        insert.run(...rowValues(row))
        audit.run(...auditValues(row))
      }).immediate()
      return addedView(row, labels)
    },
    async update(edit) {
      return db
        .transaction(() => {
          const before = get.get(edit.id)
          if (!before || update.run(...editValues(edit, before)).changes !== 1) return undefined
          audit.run(...editAuditValues(edit, before))
          return editedView(edit, before)
        })
        .immediate()
    },
  }
}
