import { keyOfLimits, type Actor, type Engine } from '../../../engine/server/index.ts'
import { roleCodes } from '../../../schemas/identity/role-codes.ts'
import type { RefusedTopics } from '../../feed/messages.ts'

/** The parts of a topic: `course:7` belongs to course 7. */
export function topicOf(topic: string): { word: string; value: string } {
  const colon = topic.indexOf(':')
  return { word: topic.slice(0, colon), value: topic.slice(colon + 1) }
}

const numbers = new WeakMap<ReadonlySet<string>, number>()
let used = 0

/** The permissions of a role are one set object until they change, so the object identifies people who may see the same. */
function numberOf(permissions: ReadonlySet<string>): number {
  const number = numbers.get(permissions) ?? ++used
  numbers.set(permissions, number)
  return number
}

/** Identifies readers of a topic who get the same events, so that rows are read and serialised once for all of them. */
export function groupOf(topic: string, actor: Actor): string {
  const limits = keyOfLimits(actor.limits)
  return topicOf(topic).word === 'user' ? `user ${actor.id} ${limits}` : `${actor.role} ${numberOf(actor.permissions)} ${limits}`
}

/**
 * The actor as whom the rows of a topic are read. Followers of a course are known to have access to it, so its rows are read as the
 * server with their permissions and their own limits, the same for everyone who has the same. Rows of a user's own topic are read as that user.
 */
export const readerOf = (topic: string, actor: Actor): Actor =>
  topicOf(topic).word === 'user' ? actor : { ...actor, id: 'feed', username: 'feed', role: roleCodes.administrator, orgCode: '' }

/** One refusal for all these topics; without topics, for a message that could not be read. */
export const refusal = (topics: readonly string[], message: string): RefusedTopics => ({
  cmd: 'refused',
  topic: topics[0] ?? '',
  ...(topics.length > 1 && { topics }),
  message,
})

/** Who may follow a topic; answers the sentence for each topic that they may not follow. */
export type TopicRights = (actor: Actor, topics: readonly string[]) => Promise<ReadonlyMap<string, string>>

const staff = new Set<string>([roleCodes.administrator, roleCodes.teacher, roleCodes.assistant])
const noPermission = '没有权限，请联系管理员授权'

const isOwn = (actor: Actor, { word, value }: { word: string; value: string }): boolean =>
  word === 'user' && value !== '' && value === actor.id

export function topicRights(engine: Engine): TopicRights {
  const course = engine.model('course')
  const seesResults = `${engine.model('inspectionResult').permission}:view`
  const covered = async (actor: Actor, ids: readonly string[]): Promise<ReadonlySet<string>> => {
    if (!ids.length || !staff.has(actor.role) || !actor.permissions.has(seesResults)) return new Set()
    const rows = await engine.db.read
      .selectFrom('bh_course as t')
      .select('t.course_id as id')
      .where('t.course_id', 'in', ids)
      .where(engine.visible(course, actor))
      .execute()
    return new Set(rows.map((row) => row.id))
  }
  return async (actor, topics) => {
    const parts = topics.map((topic) => ({ topic, ...topicOf(topic) }))
    const courses = await covered(
      actor,
      parts.filter(({ word }) => word === 'course').map(({ value }) => value),
    )
    const mayFollow = ({ word, value }: { word: string; value: string }) =>
      word === 'course'
        ? courses.has(value)
        : isOwn(actor, { word, value }) || ((word === 'rights' || word === 'notice') && value === 'all')
    return new Map(parts.filter((part) => !mayFollow(part)).map(({ topic }) => [topic, noPermission]))
  }
}
