import { chunksOf } from '../../chunks.ts'
import type { StagedRows } from '../../contract.ts'
import { BATCH, MANY } from '../check/import-plan.ts'
import { LEFT_TO_INDEX, PlannedWrite, type CommitRequest } from './planned-write.ts'
import { isOvertaken } from './staged-import.ts'

/** What is to be written, and whether a wrong row keeps all others out. */
export interface Work extends CommitRequest {
  readonly allMustBeGood: boolean
}

/** Rows that are checked, and where they wait. */
interface Staged {
  readonly own: PlannedWrite
  readonly rows: StagedRows
}

/** How rows are written: they are staged before, or so many batches of added ones are under way at once. */
export interface Way {
  readonly staged?: Staged
  readonly addsAtOnce: number
}

/** One batch after the other. */
const slowly: Way = { addsAtOnce: 1 }
/** PostgreSQL stores some batches while another is checked here. */
const overlapping: Way = { addsAtOnce: 3 }

/** The rows of a plan can wait, if there are many of them. */
function staging({ engine, model, actor, plan }: CommitRequest): StagedRows | undefined {
  const { adds, changes } = plan.own
  const rows = Math.max(adds.length, changes.length) > MANY && !plan.beside ? engine.stage(model.name, actor) : undefined
  return adds.length > MANY || rows?.takesEdits ? rows : undefined
}

/** Have rows checked, as soon as the plan has them, and let them wait in this slot while the work is done. */
async function withStaged<T>(request: Work, rows: StagedRows, slot: number, write: (way: Way) => Promise<T>): Promise<T> {
  const { plan, allMustBeGood } = request
  const own = new PlannedWrite(request, { key: undefined, idOf: new Map() })
  const staged = { staged: rows }
  // A file that was checked a while ago is asked for again: if somebody has added one of its rows, the others need not be staged anew.
  const how = plan.own.isGrowing ? { ...staged, ...LEFT_TO_INDEX } : staged
  try {
    await rows.open(slot)
    await own.stage('add', plan.own.addsInBatches(BATCH, request), how)
    const isRefused = allMustBeGood && plan.errorTotal > 0
    if (rows.takesEdits && !isRefused) await own.stage('edit', chunksOf(plan.own.changes, BATCH), staged)
    return await write({ staged: { own, rows }, ...slowly })
  } finally {
    await rows.drop()
  }
}

async function unlessOvertaken<T>(attempt: () => Promise<T>, otherwise: () => Promise<T>): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    if (!isOvertaken(error)) throw error
  }
  return otherwise()
}

/**
 * Do the work in the way that suits the rows of the plan. If what they were checked against has changed meanwhile, they are staged once
 * more, and after that written slowly.
 */
export function inBestWay<T>(request: Work, work: (way: Way) => Promise<T>): Promise<T> {
  const { engine, model, plan, turns } = request
  const write = (way: Way) => turns.writing.take(() => work(way))
  const writeSlowly = () => write(slowly)
  const rows = staging(request)
  if (rows) {
    const stage = () => turns.staging.take((slot) => withStaged(request, rows, slot, write))
    return unlessOvertaken(stage, () => unlessOvertaken(stage, writeSlowly))
  }
  const mayOverlap = plan.own.adds.length > MANY && !plan.beside && engine.addsMayWait(model.name)
  return mayOverlap ? unlessOvertaken(() => write(overlapping), writeSlowly) : writeSlowly()
}
