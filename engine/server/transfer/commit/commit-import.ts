import { chunksOf } from '../../chunks.ts'
import type { Tx } from '../../contract.ts'
import { ImportRejected, type CellProblem } from '../errors.ts'
import { BATCH } from '../check/import-plan.ts'
import { inBestWay, type Way, type Work } from './best-way.ts'
import { PlannedWrite, type CommitRequest } from './planned-write.ts'
import { wavesOf } from '../check/sheet-parents.ts'
import type { SheetPlan } from '../check/sheet-plan.ts'
import { storeStaged } from './staged-import.ts'

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
  const { engine, plan } = request
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
  learn(plan, await inBestWay(asked, work))
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
  const { engine, plan } = request
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
  if (plan.hasWork) learn(plan, await inBestWay(asked, work).catch(rejected))
  const { add, change, same, bad } = plan.counts
  return { add, change, same, totalCount: plan.total, successCount: add + change + same, errorCount: bad, errors: plan.errors }
}
