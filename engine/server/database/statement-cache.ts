import type BetterSqlite3 from 'better-sqlite3'
import { LRUCache } from 'lru-cache'
import { OpenWrites, writtenTable, type TableVersions } from './table-versions.ts'

const MOST_STATEMENTS = 2000

/**
 * Reuse the statement that was prepared before for the same SQL; preparing is most of a small query's cost on SQLite. A full disk ends
 * the transaction by itself: the rollback that follows is then replaced by a statement without effect, so that it does not hide the
 * reason.
 */
export function cachePrepared(db: BetterSqlite3.Database, versions?: TableVersions): void {
  const prepare = db.prepare.bind(db)
  const known = new LRUCache<string, BetterSqlite3.Statement>({ max: MOST_STATEMENTS })
  const nothing = 'select 1'
  const cached = (asked: string): BetterSqlite3.Statement => {
    const source = asked === 'rollback' && !db.inTransaction ? nothing : asked
    const found = known.get(source)
    if (found) return found
    const made = prepare(source)
    known.set(source, made)
    return made
  }
  Object.defineProperty(db, 'prepare', { value: versions ? watched(db, cached, versions) : cached })
}

type Prepare = (source: string) => BetterSqlite3.Statement

/** Notes what is written at the moment in which others can read it, so that nothing is read in between. */
function watched(db: BetterSqlite3.Database, prepare: Prepare, versions: TableVersions) {
  const writes = new OpenWrites(versions)
  const commit = prepare('commit')
  const noted = {
    reader: false,
    run() {
      const answer = commit.run()
      writes.committed()
      return answer
    },
  }
  return (source: string): Pick<BetterSqlite3.Statement, 'reader' | 'run'> => {
    if (source === 'commit') return noted
    if (source === 'rollback') writes.undone()
    else writes.note(writtenTable(source))
    if (!db.inTransaction) writes.committed()
    return prepare(source)
  }
}
