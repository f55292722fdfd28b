import pg from 'pg'
import { serialize } from 'pg-protocol'

/** What a statement was answered. */
export interface StatementAnswer {
  readonly command: string
  readonly rowCount: number | null
  readonly rows: Record<string, unknown>[]
}

/** A statement that waits for its answer. */
export interface WaitingStatement {
  readonly text: string
  readonly values: readonly unknown[]
  /** Under which the connection keeps it; a statement without one is parsed each time. */
  readonly name: string | undefined
  answer(answer: StatementAnswer): void
  fail(error: Error): void
}

/** The columns of an answer, and how their texts are read. */
interface Columns {
  readonly names: readonly string[]
  readonly readers: readonly ((text: string) => unknown)[]
}

const noColumns: Columns = { names: [], readers: [] }

interface Described {
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[]
}

const columnsOf = ({ fields }: Described): Columns => ({
  names: fields.map(({ name }) => name),
  readers: fields.map(({ dataTypeID }): ((text: string) => unknown) => pg.types.getTypeParser(dataTypeID, 'text')),
})

function rowOf({ names, readers }: Columns, texts: readonly (string | null)[]): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  for (const [index, name] of names.entries()) {
    const text = texts[index]
    row[name] = typeof text === 'string' ? readers[index]?.(text) : null
  }
  return row
}

/** What each connection keeps under a name: it was parsed there, and its answers have these columns. */
const kept = new WeakMap<pg.Connection, Map<string, Columns>>()

function keptBy(connection: pg.Connection): Map<string, Columns> {
  const known = kept.get(connection) ?? new Map<string, Columns>()
  kept.set(connection, known)
  return known
}

type Sent = string | Buffer | null

const quoted = (text: string): string => `"${text.replaceAll(/[\\"]/g, '\\$&')}"`

/** A value as PostgreSQL reads it, whatever the type of its place; throws for what no statement of ours holds. */
function sentValue(value: unknown): Sent {
  if (value === null || value === undefined) return null
  if (typeof value === 'string' || Buffer.isBuffer(value)) return value
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return `{${value.map((one: unknown) => (one === null ? 'null' : quoted(String(one)))).join()}}`
  throw new TypeError(`a statement cannot hold ${Object.prototype.toString.call(value)}`)
}

/** `INSERT 0 1`, `UPDATE 1`, `BEGIN`. */
const tag = /^(\w+)(?: \d+)*? ?(\d+)?$/

/**
 * Statements that one connection is sent in one packet, with one end of the message: PostgreSQL answers them in one packet too, and
 * leaves out what follows one that fails. What it keeps under a name is neither parsed nor described again.
 */
export class StatementBatch extends pg.Query {
  /** In the order in which they are executed. */
  readonly asked: readonly WaitingStatement[]
  readonly #answers: StatementAnswer[] = []
  #known = new Map<string, Columns>()
  #columns: Columns | undefined
  #rows: Record<string, unknown>[] = []

  constructor(asked: readonly WaitingStatement[]) {
    super('')
    this.asked = asked
  }

  /** The driver calls it when it is this batch's turn; a value that cannot be sent fails the whole before anything is. */
  override submit = (connection: pg.Connection): Error | null => {
    this.#known = keptBy(connection)
    let packet: Buffer
    try {
      packet = Buffer.concat([...this.asked.flatMap((one) => this.#messagesOf(one)), serialize.sync()])
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error))
    }
    // One write: the driver's own calls would give the socket about a dozen in an edit.
    if (connection.stream.writable) connection.stream.write(packet)
    return null
  }

  #messagesOf({ text, values, name = '' }: WaitingStatement): readonly Buffer[] {
    const bind = serialize.bind({ portal: '', statement: name, values: values.map(sentValue) })
    const execute = serialize.execute({ portal: '' })
    if (this.#known.has(name)) return [bind, execute]
    // Under this name something may be left of a try that failed later.
    const forgotten = name ? [serialize.close({ type: 'S', name })] : []
    return [...forgotten, serialize.parse({ name, text, types: [] }), bind, serialize.describe({ type: 'P', name: '' }), execute]
  }

  get #current(): WaitingStatement | undefined {
    return this.asked[this.#answers.length]
  }

  handleRowDescription(described: Described): void {
    this.#columns = columnsOf(described)
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    this.#columns ??= this.#known.get(this.#current?.name ?? '') ?? noColumns
    this.#rows.push(rowOf(this.#columns, fields))
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    const name = this.#current?.name
    if (name && !this.#known.has(name)) this.#known.set(name, this.#columns ?? noColumns)
    const [, command = text, count] = tag.exec(text) ?? []
    this.#answers.push({ command, rowCount: count === undefined ? null : Number(count), rows: this.#rows })
    this.#columns = undefined
    this.#rows = []
  }

  handleReadyForQuery(): void {
    for (const [index, answer] of this.#answers.entries()) this.asked[index]?.answer(answer)
  }

  handleError(error: Error): void {
    this.handleReadyForQuery()
    for (const one of this.asked.slice(this.#answers.length)) one.fail(error)
  }
}
