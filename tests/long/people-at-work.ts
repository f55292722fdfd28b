import type { Acknowledged } from './acknowledged.ts'
import { callsTo } from './server-calls.ts'

const comments = '/inspect/bhInspectionComment'

/** What people do while something happens to the server. */
export interface PeopleAtWork {
  readonly acknowledged: readonly Acknowledged[]
  /** Whatever did not succeed. */
  readonly failed: readonly string[]
  stop(): Promise<void>
}

/** So many people who write and read, one call after the other, each at one of these addresses. */
export function peopleAtWork(count: number, urls: readonly string[], as: string): PeopleAtWork {
  const acknowledged: Acknowledged[] = []
  const failed: string[] = []
  let isOver = false
  let next = 0
  const work = async (url: string) => {
    const calls = callsTo({ url })
    const sent = async (what: string, call: ReturnType<typeof calls.call<{ id: string }>>) => {
      const answer = await call.catch((error: unknown) => String(error))
      if (typeof answer !== 'string' && answer.body.success) return answer.body.result
      failed.push(`${what}: ${typeof answer === 'string' ? answer : `${answer.status} ${answer.raw.toString()}`}`)
      return undefined
    }
    while (!isOver) {
      const comment = `评语-${next++}`
      const added = await sent('add', calls.call('POST', `${comments}/add`, { as, body: { comment, commentLeve: 1, commentType: '1' } }))
      if (added) acknowledged.push({ id: added.id, comment })
      await sent('list', calls.call('GET', `${comments}/list`, { as }))
      await sent('page', calls.call('GET', '/sys/permission/getUserPermissionByToken', { as }))
    }
  }
  const working = Array.from({ length: count }, (_, index) => work(urls[index % urls.length] ?? ''))
  return {
    acknowledged,
    failed,
    async stop() {
      isOver = true
      await Promise.all(working)
    },
  }
}
