import { sql } from 'kysely'
import type { WireRow } from '../../../schema/index.ts'
import type { Actor, Database, Model, Tx } from '../../contract.ts'
import { Refused } from '../../errors.ts'
import type { CommitResult } from '../commit/commit-import.ts'
import type { WaitingImport } from './job-view.ts'

/** How long a node can take up what another one read, or it itself before a restart, in milliseconds. */
const KEPT = 2 * 3_600_000

/** So many files of one owner wait; the oldest makes room. */
export const MOST_WAITING = 3

/** What a node needs to check and write a file that another node was given. */
interface SharedFile {
  readonly given: WireRow
  readonly file: Uint8Array
}

/** Files that wait for confirmation, where every node finds them, after a restart too: whichever is asked reads and checks the file again. */
export interface SharedJobs {
  keep(id: string, input: SharedFile & { readonly model: Model; readonly actor: Actor }): Promise<void>
  /** The file of the owner's job of this entity. */
  find(id: string, model: Model, actor: Actor): Promise<SharedFile | undefined>
  /** How far the file was checked. */
  note(id: string, found: Pick<WaitingImport, 'phase' | 'rows'>): Promise<void>
  /** What waits for its owner in this role, whichever node was given it. */
  waiting(actor: Actor): Promise<readonly WaitingImport[]>
  /** Forget a file that nobody wants imported any more. */
  drop(id: string): Promise<void>
  /** What the import answered, if one node has done it. */
  resultOf(id: string): Promise<CommitResult | undefined>
  /** The first statement of the transaction that imports: whoever comes second waits for the first and is refused. */
  claim(tx: Tx, id: string): Promise<void>
  finish(id: string, result: CommitResult): Promise<void>
}

type Waiting = Omit<WaitingImport, 'given'> & { readonly given: string }

/** The file waits no more, never did, or waits for somebody else. */
export class ForgottenFile extends Refused {
  constructor() {
    super('该文件已过期或已放弃导入，请重新选择文件！')
  }
}

/** Another node has imported the file. */
export class DoneElsewhere extends Refused {
  constructor() {
    super('该文件已导入，请刷新后查看！')
  }
}

export function sharedJobs(db: Database): SharedJobs {
  return {
    async keep(id, { model, actor, given, file }) {
      const [text, body] = [JSON.stringify(given), Buffer.from(file).toString('base64')]
      await db.write(async (tx) => {
        await sql`delete from sys_import_job where at < ${Date.now() - KEPT}`.execute(tx)
        await sql`delete from sys_import_job where owner_id = ${actor.id} and is_done = 0 and id not in
          (select id from sys_import_job where owner_id = ${actor.id} and is_done = 0 order by at desc, id desc limit ${MOST_WAITING - 1})`.execute(
          tx,
        )
        await sql`insert into sys_import_job (id, owner_id, role, entity, at, is_done, given, file, phase, row_count)
          values (${id}, ${actor.id}, ${actor.role}, ${model.name}, ${Date.now()}, 0, ${text}, ${body}, 'checking', 0)`.execute(tx)
      })
    },
    async find(id, model, actor) {
      const { rows } = await sql<{ given: string; file: string }>`select given, file from sys_import_job where id = ${id}
        and owner_id = ${actor.id} and role = ${actor.role} and entity = ${model.name} and at > ${Date.now() - KEPT}`.execute(db.read)
      const [row] = rows
      // Written above by `keep`.
      return row && { given: JSON.parse(row.given) as WireRow, file: Buffer.from(row.file, 'base64') }
    },
    async note(id, { phase, rows }) {
      await db.write((tx) => sql`update sys_import_job set phase = ${phase}, row_count = ${rows} where id = ${id}`.execute(tx))
    },
    async waiting(actor) {
      const { rows } = await sql<Waiting>`select id as job, entity, given, phase, row_count as rows from sys_import_job
        where owner_id = ${actor.id} and role = ${actor.role} and is_done = 0 and at > ${Date.now() - KEPT} and phase <> 'failed'
        order by at, id`.execute(db.read)
      // Written above by `keep`.
      return rows.map((row) => ({ ...row, given: JSON.parse(row.given) as WireRow, rows: Number(row.rows) }))
    },
    async drop(id) {
      await db.write((tx) => sql`delete from sys_import_job where id = ${id} and is_done = 0`.execute(tx))
    },
    async resultOf(id) {
      const { rows } = await sql<{ result: string | null }>`select result from sys_import_job where id = ${id}`.execute(db.read)
      // Written below by `finish`.
      return rows[0]?.result ? (JSON.parse(rows[0].result) as CommitResult) : undefined
    },
    async claim(tx, id) {
      const claimed = await sql`update sys_import_job set is_done = 1 where id = ${id} and is_done = 0`.execute(tx)
      if (claimed.numAffectedRows) return
      const { rows } = await sql`select 1 from sys_import_job where id = ${id}`.execute(tx)
      throw rows.length ? new DoneElsewhere() : new ForgottenFile()
    },
    async finish(id, result) {
      await db.write((tx) => sql`update sys_import_job set result = ${JSON.stringify(result)} where id = ${id}`.execute(tx))
    },
  }
}
