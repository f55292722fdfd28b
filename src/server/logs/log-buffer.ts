import { databaseTrouble, KnownStatements, type Database } from '../../../engine/server/index.ts'
import { wordsOf, type Warn } from '../warn.ts'
import { writeLines, type LogLine } from './log-line.ts'

/** Lines wait at most so long, in milliseconds. */
const WAIT = 1000
/** So many go into one transaction: on SQLite it holds everybody for some milliseconds. */
const AT_ONCE = 200
/** While the database takes nothing, so many lines are kept, the newest ones. */
const MOST_WAITING = 10_000

/** Lines of the operation log on their way to the database. */
interface LogBuffer {
  /** Takes no time of the request that it is called for; nothing that was acknowledged depends on the line. */
  note(line: LogLine): void
  /** Write what waits. */
  flush(): Promise<void>
  close(): Promise<void>
}

interface Given {
  readonly db: Database
  readonly warn: Warn
}

/** What could not be stored, and why. */
interface Stored {
  readonly left: readonly LogLine[]
  readonly trouble?: string
}

/** Stores lines. One that the database refuses for itself is given up, so that it holds no other one. */
function storeOf({ db, warn }: Given): (lines: readonly LogLine[]) => Promise<Stored> {
  const statements = new KnownStatements()
  const store = async (lines: readonly LogLine[]): Promise<Stored> => {
    try {
      await db.write((tx) => writeLines({ tx, dialect: db.dialect, statements }, lines))
      return { left: [] }
    } catch (error) {
      const trouble = wordsOf(error)
      if (databaseTrouble(error)) return { left: lines, trouble }
      const [first, ...others] = lines
      if (!others.length) {
        warn(`一条操作日志没有写入（${first?.content ?? ''}）：${trouble}`)
        return { left: [] }
      }
      const half = Math.ceil(lines.length / 2)
      const begun = await store(lines.slice(0, half))
      if (begun.left.length) return { ...begun, left: [...begun.left, ...lines.slice(half)] }
      return store(lines.slice(half))
    }
  }
  return store
}

/** Collect lines and write them in batches, outside the transactions of the writes that they are about. */
export function openLogBuffer({ db, warn }: Given): LogBuffer {
  const store = storeOf({ db, warn })
  let waiting: LogLine[] = []
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()
  let isTroubled = false

  /** What arrives meanwhile waits for its turn; otherwise each transaction under load had the few lines that came during the one before. */
  const write = async () => {
    for (let rest = waiting.length; rest > 0; rest -= AT_ONCE) {
      const batch = waiting.slice(0, Math.min(rest, AT_ONCE))
      waiting = waiting.slice(batch.length)
      const { left, trouble } = await store(batch)
      if (trouble !== undefined && !isTroubled) warn(`操作日志暂时没有写入：${trouble}`)
      isTroubled = trouble !== undefined
      if (left.length === 0) continue
      waiting = [...left, ...waiting].slice(-MOST_WAITING)
      return
    }
  }
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    writing = writing.then(write).then(() => {
      if (waiting.length > 0) flushLater()
    })
    return writing
  }
  const flushLater = () => {
    timer ??= setTimeout(() => void flush(), WAIT).unref()
  }
  return {
    note(line) {
      waiting.push(line)
      if (waiting.length > MOST_WAITING) waiting.shift()
      if (waiting.length === AT_ONCE && !isTroubled) void flush()
      else flushLater()
    },
    flush,
    async close() {
      do await flush()
      while (waiting.length > 0 && !isTroubled)
      clearTimeout(timer)
    },
  }
}
