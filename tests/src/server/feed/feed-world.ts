import { sessionRows, written } from '../../../api/teaching-rows.ts'
import { aCourse, aSemester, type CourseWorld } from '../../../api/teaching-world.ts'
import { testApp, type TestApp } from '../../../support/build-app.ts'
import type { DatabaseKind } from '../../../support/databases.ts'
import { answered, listening, openSocket, type FeedSocket } from '../../../support/feed-socket.ts'

export interface Whose {
  readonly token: string
  readonly userId: string
}

/** Two courses with a teacher, an assistant and a student each, and one result of that student; the application is listening. */
export interface FeedWorld {
  readonly app: TestApp
  readonly server: string
  readonly admin: string
  readonly mine: CourseWorld
  readonly other: CourseWorld
  /** The result of my student. */
  readonly result: string
  readonly topic: `course:${string}`
  readonly teacher: Whose
  readonly student: Whose
  open(whose: Whose, path?: string): Promise<FeedSocket>
  /** Change the result without a call, as the server's own rules do. */
  change(values: Readonly<Record<string, unknown>>): Promise<void>
  close(): Promise<void>
}

export async function feedWorld(
  database: DatabaseKind,
  { env = {}, port }: { env?: Readonly<Record<string, string>>; port?: number } = {},
): Promise<FeedWorld> {
  const app = await testApp({ database, env })
  const admin = await app.signIn('admin', '1')
  const semester = (await aSemester(app, admin)).id
  const mine = await aCourse(app, { admin, semester, mark: '甲' })
  const other = await aCourse(app, { admin, semester, mark: '乙' })
  const { inspectionResult: result = '' } = await sessionRows(app, mine)
  const server = await listening(app.app, port)
  const sockets = new Set<FeedSocket>()
  return {
    app,
    server,
    admin,
    mine,
    other,
    result,
    topic: `course:${mine.course.id}`,
    teacher: { token: mine.teacher.token, userId: mine.teacher.id },
    student: { token: mine.learner, userId: mine.student.id },
    async open(whose, path) {
      const socket = await openSocket({ server, ...(path ? { path } : {}) }, whose)
      sockets.add(socket)
      return socket
    },
    async change(values) {
      await written(app, 'inspectionResult', [{ id: result, ...values }], { operation: 'edit', unlocked: 'all' })
    },
    async close() {
      for (const socket of sockets) socket.close()
      await app.close()
    },
  }
}

/** News of that size or name which means nothing to these tests. */
export const announced = (id = '') => ({ cmd: 'claim', body: { id, holder: null, until: 0 } }) as const

/** A socket that follows a topic, by default my course, and the current number of the topic. */
export async function followed(world: FeedWorld, whose: Whose, topic: string = world.topic): Promise<{ socket: FeedSocket; seq: number }> {
  const socket = await world.open(whose)
  socket.subscribe({ [topic]: null })
  const answer = await socket.until(answered(topic))
  if (answer.cmd !== 'subscribed') throw new Error(`${topic} was not subscribed: ${JSON.stringify(answer)}`)
  return { socket, seq: answer.seq }
}

/** Another server on the same database. */
export interface OtherNode extends Pick<FeedWorld, 'app' | 'server' | 'open'> {
  close(): Promise<void>
}

export async function otherNode(env: Readonly<Record<string, string>>): Promise<OtherNode> {
  const app = await testApp({ database: 'sqlite', env })
  const server = await listening(app.app)
  const sockets: FeedSocket[] = []
  return {
    app,
    server,
    async open(whose) {
      const socket = await openSocket({ server }, whose)
      sockets.push(socket)
      return socket
    },
    async close() {
      for (const socket of sockets) socket.close()
      await app.close()
    },
  }
}
