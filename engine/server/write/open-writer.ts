import type { Engine, EngineOptions, PreparedWrite, RuleContext, Tx, WriteRequest } from '../contract.ts'
import { Conflict } from '../errors.ts'
import { guarded } from './checks/guard.ts'
import { bringsSecrets, keepSecrets, readRows } from './drafts/prepare-rows.ts'
import { translateDatabaseError } from './statements/database-errors.ts'
import type { Reread, Write, WriteContext } from './step.ts'
import type { Transactions } from './watched-transactions.ts'
import { writeRows } from './write-rows.ts'

const ruleContextOf = ({ context: { engine }, tx, request }: Omit<Write, 'ruleContext'>): RuleContext => ({
  tx,
  actor: request.actor,
  engine,
  operation: request.operation,
  byServer: request.fields === 'all',
  lock: (name) => engine.db.lock(tx, name),
})

/** A conflict names the other person by the name people know; if there is none, by the account name. */
async function withName(error: unknown, nameOf: (username: string) => Promise<string | undefined>): Promise<unknown> {
  if (!(error instanceof Conflict) || typeof error.details !== 'object' || error.details === null) return error
  if (!('who' in error.details) || typeof error.details.who !== 'string') return error
  const name = await nameOf(error.details.who)
  return name ? new Conflict(error.message, { ...error.details, whoName: name }) : error
}

export interface Writer extends Pick<Engine, 'prepare'> {
  write(request: WriteRequest | PreparedWrite, tx?: Tx, reread?: Reread): ReturnType<Engine['write']>
}

/** The only way to write rows: prepared outside, written inside a transaction of its own or the given one. */
export function openWriter(context: () => WriteContext, options: EngineOptions, transactions: Transactions): Writer {
  const prepare = async (request: WriteRequest): Promise<PreparedWrite> => {
    const { engine } = context()
    const model = engine.model(request.entity)
    if (model.dictionaries.length) await engine.dictionaries()
    return { request, secrets: await keepSecrets(model, request, options) }
  }
  return {
    prepare,
    async write(given, open, reread) {
      const isPrepared = 'secrets' in given
      const asked = isPrepared ? given.request : given
      if (!asked.rows.length) return []
      const model = context().engine.model(asked.entity)
      const request = guarded(model, asked)
      if (!isPrepared && open && bringsSecrets(model, request))
        throw new Error(`${model.name}: rows with secrets are prepared before the transaction is opened`)
      const prepared = readRows(model, isPrepared ? { ...given, request } : await prepare(request))
      const run = (tx: Tx) => {
        if (!request.staged) transactions.note(tx, model.name)
        const write = { context: context(), tx, model, request, time: options.now(), reread, askedHolders: new Map() }
        return writeRows({ ...write, ruleContext: ruleContextOf(write) }, prepared)
      }
      try {
        return await (open ? run(open) : transactions.run(run))
      } catch (error) {
        const named = await withName(error, (username) => options.nameOf(open ?? options.db.read, username))
        throw translateDatabaseError(named, model)
      }
    },
  }
}
