import { mayPass, type AskedBy } from '../../../../../engine/client/index.ts'
import type { ListNarrowing } from '../../shared/matches.ts'
import { calls, errorSentence } from './calls.ts'
import type { ClaimStore } from './claim-store.ts'
import type { ListStore } from './list-store.ts'

/** Pages that lost an answer together do not ask again together (milliseconds). */
const pauseBeforeRetry = (): number => 1500 + Math.random() * 2500

export interface ListReader<Asked> {
  read(asked: Asked, by?: AskedBy): Promise<void>
  /** Ask no more, and take no answer that is still on its way. */
  stop(): void
}

/**
 * Reads something for the latest question only; an answer that a later question has overtaken is dropped. A read whose answer was
 * lost is made again until it is answered, by the page on its own: the feed told of a gap once and will not tell of it again.
 */
function createReader<Asked>(read: (asked: Asked, isLatest: () => boolean, by: AskedBy) => Promise<unknown>): ListReader<Asked> {
  let round = 0
  async function readLatest(asked: Asked, by: AskedBy = 'hand'): Promise<void> {
    const own = ++round
    const lost = await read(asked, () => own === round, by)
    if (own !== round || !mayPass(lost)) return
    setTimeout(() => own === round && void readLatest(asked, 'page'), pauseBeforeRetry())
  }
  return {
    read: readLatest,
    stop: () => {
      round += 1
    },
  }
}

type ReadPage<Row> = (filters: ListNarrowing, by: AskedBy) => Promise<{ readonly records: readonly Row[]; readonly total: number }>

/** Reads a list. */
export function createListReader<Row>(list: ListStore<Row>, readPage: ReadPage<Row>): ListReader<ListNarrowing> {
  let answered: string | undefined
  return createReader(async (filters, isLatest, by) => {
    const question = JSON.stringify(filters)
    list.loading()
    try {
      const { records, total } = await readPage(filters, by)
      if (!isLatest()) return undefined
      list.fill(records, total, question !== answered)
      answered = question
    } catch (error) {
      if (isLatest()) list.failed(errorSentence(error))
      return error
    }
    return undefined
  })
}

/** Reads the claims of courses. Where a read fails, no claim is taken to have ended. */
export function createClaimsReader(claims: ClaimStore): ListReader<readonly string[]> {
  return createReader(async (courses, isLatest) => {
    claims.loading()
    const read = await Promise.allSettled(courses.map((courseId) => calls.claims(courseId)))
    const failures = read.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []))
    if (!isLatest()) return undefined
    const found = read.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
    claims.fill(found, failures.length > 0)
    return failures.find(mayPass)
  })
}
