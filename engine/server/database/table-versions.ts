/** These change nothing that others read; temporary tables are seen by their own connection only. */
const reads =
  /^\s*(?:(?:select|explain|savepoint|release|rollback to|begin|start transaction|pragma|create temporary table)\b|drop table "temp"\.)/i
const writesOne = /^\s*(?:insert(?: or \w+)? into|replace into|update(?: only)?)\s+"?(\w+)"?/i

/** The table that a statement writes; undefined if it only reads, '*' if that cannot be told, as a deletion may follow references. */
export function writtenTable(statement: string): string | undefined {
  if (reads.test(statement)) return undefined
  return writesOne.exec(statement)?.[1] ?? '*'
}

/** How often each table was written through the connections of this node. */
export class TableVersions {
  readonly #versions = new Map<string, number>()
  readonly #writtenAt = new Map<string, number>()
  #all = 0
  #allAt = Number.NEGATIVE_INFINITY

  /** Increases with every commit that may have changed the table. */
  of(table: string): number {
    return this.#all + (this.#versions.get(table) ?? 0)
  }

  /** Milliseconds since the last such commit. */
  quietFor(table: string): number {
    return performance.now() - Math.max(this.#allAt, this.#writtenAt.get(table) ?? Number.NEGATIVE_INFINITY)
  }

  /** Tables were written, and others can read it now. */
  written(tables: Iterable<string>): void {
    for (const table of tables) {
      if (table === '*') {
        this.#all++
        this.#allAt = performance.now()
      } else {
        this.#versions.set(table, (this.#versions.get(table) ?? 0) + 1)
        this.#writtenAt.set(table, performance.now())
      }
    }
  }
}

/** What the open transaction of one connection has written so far. */
export class OpenWrites {
  readonly #versions: TableVersions
  readonly #tables = new Set<string>()

  constructor(versions: TableVersions) {
    this.#versions = versions
  }

  /** A table is about to be written. */
  note(table: string | undefined): void {
    if (table !== undefined) this.#tables.add(table)
  }

  committed(): void {
    this.#versions.written(this.#tables)
    this.#tables.clear()
  }

  undone(): void {
    this.#tables.clear()
  }
}
