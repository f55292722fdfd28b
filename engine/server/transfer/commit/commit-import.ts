import { chunksOf } from '../../chunks.ts'
import type { Database, StagedRows, Tx } from '../../contract.ts'
import { ImportRejected, type CellProblem } from '../errors.ts'
import { MANY } from '../check/import-plan.ts'
import { BATCH, JUST_CHECKED, PlannedWrite, type CommitRequest } from './planned-write.ts'
import { wavesOf } from '../check/sheet-parents.ts'
import type { SheetPlan } from '../check/sheet-plan.ts'
import { isOvertaken, storeStaged } from './staged-import.ts'

export interface CommitResult {
  readonly add: number
  readonly change: number
  readonly same: number
  readonly totalCount: number
  readonly successCount: number
  readonly errorCount: number
  readonly errors: readonly CellProblem[]
}

interface Written {
  readonly own: PlannedWrite
  readonly beside?: PlannedWrite
}

/** What is to be written, and whether a wrong row keeps all others out. */
interface Work extends CommitRequest {
  readonly allMustBeGood: boolean
}

/** Write everything but what was staged. */
async function written(request: Work, tx: Tx, { staged, addsAtOnce }: Way): Promise<Written> {
  const { engine, model, plan } = request
  const idOf = new Map<number, string>()
  const own = staged?.own ?? new PlannedWrite(request, { key: model.entity.tree?.parent, idOf })
  if (model.entity.tree) for (const wave of wavesOf(model, plan.own.adds)) await own.write(tx, 'add', chunksOf(wave, BATCH))
  else if (!staged) await own.write(tx, 'add', plan.own.addsInBatches(BATCH, request), addsAtOnce)
  if (!staged?.rows.takesEdits) await own.write(tx, 'edit', chunksOf(plan.own.changes, BATCH))
  if (!plan.beside) return { own }
  await engine.db.lock(tx, lockOf(plan.beside))
  const onProgress = (done: number) => request.onProgress(own.done + done)
  const beside = new PlannedWrite({ ...request, model: plan.beside.model, onProgress }, { key: plan.beside.by, idOf })
  await beside.write(tx, 'add', chunksOf(plan.beside.plan.adds, BATCH))
  await beside.write(tx, 'edit', chunksOf(plan.beside.plan.changes, BATCH))
  return { own, beside }
}

/** Rows that are checked, and where they wait. */
interface Staged {
  readonly own: PlannedWrite
  readonly rows: StagedRows
}

/** How rows are written: they are staged before, or so many batches of added ones are under way at once. */
interface Way {
  readonly staged?: Staged
  readonly addsAtOnce: number
}

/** One batch after the other. */
const slowly: Way = { addsAtOnce: 1 }
/** PostgreSQL stores some batches while another is checked here; SQLite works in this process. */
const atOnce: Readonly<Record<Database['dialect'], Way>> = { postgres: { addsAtOnce: 3 }, sqlite: slowly }

/** The rows of a plan can wait, if there are many of them. */
function staging({ engine, model, actor, plan }: CommitRequest): StagedRows | undefined {
  const { adds, changes } = plan.own
  const rows = Math.max(adds.length, changes.length) > MANY && !plan.beside ? engine.stage(model.name, actor) : undefined
  return adds.length > MANY || rows?.takesEdits ? rows : undefined
}

/** Do the work in the way that suits the rows of the plan. If what they were checked against has changed meanwhile, it is done again slowly. */
async function inBestWay<T>(request: Work, work: (way: Way) => Promise<T>): Promise<T> {
  const { engine, model, plan } = request
  const { adds, changes } = plan.own
  const rows = staging(request)
  try {
    if (!rows) return await work(adds.length > MANY && !plan.beside && engine.addsMayWait(model.name) ? atOnce[engine.db.dialect] : slowly)
    const own = new PlannedWrite(request, { key: undefined, idOf: new Map() })
    const staged = { staged: rows }
    // Of a file that was checked a while ago each row is asked again: all would be written slowly because somebody has added one.
    const isFresh = plan.own.isGrowing
    await rows.open()
    await own.stage('add', plan.own.addsInBatches(BATCH, request), isFresh ? { ...staged, ...JUST_CHECKED } : staged)
    if (rows.takesEdits) await own.stage('edit', chunksOf(changes, BATCH), staged)
    return await work({ staged: { own, rows }, ...slowly })
  } catch (error) {
    if (!isOvertaken(error)) throw error
  } finally {
    await rows?.drop()
  }
  return work(slowly)
}

/** Record what the write found wrong with rows that had passed the check. */
function learn({ own, beside }: SheetPlan, result: Written): void {
  own.drop(result.own.refused)
  own.leave(result.own.unchanged)
  if (!result.beside) return
  beside?.plan.drop(result.beside.refused)
  beside?.plan.leave(result.beside.unchanged)
}

const lockOf = ({ model }: Pick<CommitRequest, 'model'>): string => `import:${model.table}`

/** Thrown to roll back everything that its transaction wrote. */
class Rehearsed extends Error {
  readonly said: Written
  constructor(said: Written) {
    super('rehearsed')
    this.said = said
  }
}

/**
 * Write what was planned and roll it back, so that a preview knows what the write says about every row. The same checks, rules and
 * locks run in the same order; no events are sent.
 */
export async function rehearseImport(request: CommitRequest): Promise<void> {
  const { engine, plan, turns } = request
  if (!plan.hasWork) return
  const asked: Work = { ...request, allMustBeGood: false }
  const work = (way: Way) =>
    engine.db
      .write(async (tx): Promise<never> => {
        throw new Rehearsed(await written(asked, tx, way))
      }, lockOf(request))
      .catch((error: unknown) => {
        if (!(error instanceof Rehearsed)) throw error
        return error.said
      })
  learn(plan, await turns.take(() => inBestWay(asked, work)))
  plan.settle()
}

/** Tell what is wrong in the whole file, also while the rest of it is still under check. */
async function rejectAll(plan: SheetPlan): Promise<never> {
  await plan.own.whole()
  throw new ImportRejected(plan.errors, plan.errorTotal)
}

/**
 * Write what was planned, in one transaction and through the one write path. 'good' leaves wrong rows out; with 'all' any wrong row,
 * even one that only the write discovers, rolls everything back.
 */
export async function commitImport(request: CommitRequest, mode: 'all' | 'good'): Promise<CommitResult> {
  const { engine, plan, turns } = request
  const allMustBeGood = mode === 'all'
  const asked: Work = { ...request, allMustBeGood }
  if (allMustBeGood && plan.errorTotal) return rejectAll(plan)
  const refuseAny = (said: Written): void => {
    if (!allMustBeGood || !(plan.errorTotal || said.own.refused.size || said.beside?.refused.size)) return
    learn(plan, said)
    throw new ImportRejected(plan.errors, plan.errorTotal)
  }
  const work = async (way: Way) => {
    const { staged } = way
    if (staged) refuseAny(staged)
    return engine.db.write(async (tx) => {
      await request.claim?.(tx)
      if (staged) await storeStaged(staged.rows, tx)
      const said = await written(asked, tx, way)
      refuseAny(said)
      return said
    }, lockOf(request))
  }
  const rejected = (error: unknown): Promise<never> => {
    if (!(error instanceof ImportRejected)) throw error
    return rejectAll(plan)
  }
  if (plan.hasWork) learn(plan, await turns.take(() => inBestWay(asked, work)).catch(rejected))
  const { add, change, same, bad } = plan.counts
  return { add, change, same, totalCount: plan.total, successCount: add + change + same, errorCount: bad, errors: plan.errors }
}
