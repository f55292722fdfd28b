import { AsyncLocalStorage } from 'node:async_hooks'
import { vi } from 'vitest'
import { ApiError } from '../../../../engine/client/index.ts'
import { Cursors } from '../../../../src/feed/cursors.ts'
import type { Polled } from '../../../../src/feed/messages.ts'
import { calls } from '../../../../src/plugins/live-inspection/client/state/calls.ts'
import { createBench, type Bench } from '../../../../src/plugins/live-inspection/client/state/create-bench.ts'
import { markRuns, playAhead } from '../../../../src/plugins/live-inspection/client/bench/mark-runs.ts'
import { applyNews } from '../../../../src/plugins/live-inspection/client/feed/apply-news.ts'
import { readMessages } from '../../../../src/plugins/live-inspection/client/feed/read-messages.ts'
import { commandOf, type Command } from '../../../../src/plugins/live-inspection/shared/bindings.ts'
import { typedInto } from '../../../../src/plugins/live-inspection/client/state/type-ahead.ts'
import { Marking } from '../../../../src/plugins/live-inspection/client/marking/create-marking.ts'
import { cleanScore } from '../../../../src/plugins/live-inspection/client/state/mark.ts'
import type { Claim, HelpRow, ResultRow } from '../../../../src/plugins/live-inspection/wire.ts'
import type { TestAnswer, Method } from '../../../support/build-app.ts'
import { base, type Person } from './server/course-day.ts'

export interface MarkerSchool {
  readonly courseId: string
  /** Counts the starts of the server: answers from before a restart never arrive. */
  starts(): number
  call<Result>(
    method: Method,
    path: string,
    options: { as: string; body?: unknown; query?: Record<string, string>; key?: string },
  ): Promise<TestAnswer<Result>>
}

const nothing = () => undefined
const acting = new AsyncLocalStorage<Marker>()
const offline = () => new ApiError('网络连接失败', { code: 0, status: 0 })

/** One person's browser storage. */
function storage(): Storage {
  const kept = new Map<string, string>()
  return {
    get length() {
      return kept.size
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
  }
}

/** One page of one marker: the stores of the client with the real server, and a simulated network and keyboard between them. */
export class Marker {
  readonly person: Person
  readonly bench: Bench
  readonly marking: Marking
  isOnline = true
  /** Everything on its way: a call, an answer, a frame to be painted. */
  readonly underWay: (() => void)[] = []
  dropped = 0
  /** Keys are waiting for a row that is on its way. */
  hasKept = false
  /** Milliseconds that the marker spent looking up from the keys. */
  #pauses = 0
  readonly #school: MarkerSchool
  readonly #cursors = new Cursors()
  /** Answers the question that the page shows. */
  answer: ((agreed: boolean) => void) | undefined

  constructor(school: MarkerSchool, person: Person) {
    this.#school = school
    this.person = person
    vi.stubGlobal('localStorage', storage())
    this.bench = createBench({ id: person.id, name: person.realname })
    this.marking = new Marking(this.bench, {
      success: nothing,
      error: nothing,
      refused: nothing,
      info: nothing,
      ask: () =>
        new Promise((resolve) => {
          this.answer = (agreed) => {
            this.answer = undefined
            resolve(agreed)
          }
        }),
      focus: nothing,
      focusList: nothing,
      filters: () => ({ courseId: school.courseId }),
    })
    this.#watchAhead()
    this.#cursors.follow([`course:${school.courseId}`])
  }

  /** Kept keys are played in the next frame, before anyone can look. */
  #watchAhead(): void {
    const { ahead } = this.bench
    const { keep, forget, turnTo } = ahead
    ahead.keep = (press) => {
      const isKept = keep.call(ahead, press)
      this.hasKept ||= isKept
      return isKept
    }
    ahead.forget = (isBlind) => {
      this.hasKept = false
      forget.call(ahead, isBlind)
    }
    ahead.turnTo = (target) => {
      this.hasKept = false
      turnTo.call(ahead, target)
    }
    ahead.onReady(() => {
      this.does(() => playAhead(this.bench, this.#player()))
      this.hasKept = this.underWay.length > 0
    })
  }

  #player() {
    const run = (command: Command, key: string) => this.#run(command, key)
    const dropped = () => void (this.dropped += 1)
    return { tab: 'submitted' as const, run, isCovered: () => this.isCovered, focus: nothing, dropped }
  }

  get pauses(): number {
    return this.#pauses
  }

  /** The marker looks up from the keys: a second passes. */
  lookUp(): void {
    this.#pauses += 1000
  }

  get isCovered(): boolean {
    return this.answer !== undefined || this.bench.edit.get()?.clash !== undefined
  }

  #arrival = (): Promise<void> => new Promise((resolve) => this.underWay.push(resolve))

  async call<Result>(method: Method, path: string, options: { body?: unknown; query?: Record<string, string>; key?: string } = {}) {
    const start = this.#school.starts()
    await this.#arrival()
    if (!this.isOnline) throw offline()
    const { status, body } = await this.#school.call<Result>(method, path, { as: this.person.token, ...options })
    await this.#arrival()
    if (!this.isOnline || start !== this.#school.starts()) throw offline()
    if (!body.success) throw new ApiError(body.message, { code: body.code, status, details: body.details })
    return body
  }

  /** The feed delivers its news, including news that nobody listened to before. */
  async hear(): Promise<void> {
    if (!this.isOnline) return
    const topics = Object.entries(this.#cursors.asked()).map(([topic, seq]) => (seq === null ? topic : `${topic}@${seq}`))
    const query = { epoch: this.#cursors.epoch ?? '', topics: topics.join() }
    const { body } = await this.#school.call<Polled>('GET', '/feed/events', { as: this.person.token, query })
    this.#cursors.enter(body.result.epoch)
    const news = readMessages(
      body.result.messages.flatMap((message) => this.#cursors.take(message) ?? []),
      { courseId: this.#school.courseId },
    )
    this.does(() => applyNews(this.bench, news))
    for (const claim of news.claims) if (claim.holder) this.does(() => this.marking.lost(claim))
    if (news.reload) await this.read()
  }

  async read(isNew = false): Promise<void> {
    const { submitted, history, help, claims } = this.bench
    const query = { courseId: this.#school.courseId, pageSize: '1000' }
    const get = async <Result>(path: string) =>
      (await this.#school.call<Result>('GET', `${base}/${path}`, { as: this.person.token, query })).body.result
    for (const list of [submitted, history, help, claims]) list.loading()
    const [one, two, three] = [
      await get<{ records: ResultRow[]; total: number }>('submitList'),
      await get<{ records: ResultRow[]; total: number }>('submitHistoryList'),
      await get<{ records: HelpRow[]; total: number }>('helpList'),
    ]
    submitted.fill(one.records, one.total, isNew)
    history.fill(two.records, two.total, isNew)
    help.fill(three.records, three.total, isNew)
    claims.fill(await get<Claim[]>('claims'))
  }

  /** Calls made by this page are made as this person. */
  does<Result>(work: () => Result): Result {
    return acting.run(this, work)
  }

  #run(command: Command, key: string): boolean {
    const actions = { marking: this.marking, openRemarks: nothing, openVersions: nothing }
    return this.does(() => markRuns(this.bench, { tab: 'submitted', actions, focusNote: nothing })[command]?.(key) !== false)
  }

  /** A key as the browser delivers it: to the open window, to the score, or to the list. */
  press(name: string): void {
    this.does(() => this.#press(name))
  }

  #press(name: string): void {
    const { edit, ahead } = this.bench
    const press = name === 'Ctrl+Enter' ? { key: 'Enter', ctrlKey: true } : { key: name }
    const open = edit.get()
    if (this.answer) return press.key === 'Enter' ? this.answer(false) : undefined
    if (open?.clash) {
      if (ahead.isBlind()) return
      if (name === '1' || name === '2') void this.does(() => this.marking.decisions.resolve(() => name === '2'))
      else if (press.key === 'Enter') this.marking.decisions.back()
      return
    }
    if (ahead.keep(press)) return
    const command = commandOf(press, open ? 'score' : 'list')
    const typed = open && typedInto(open.draft.score, press)
    if (command) {
      // A user who asked for the next row waits for it before looking for another.
      this.hasKept ||= command === 'next'
      this.#run(command, press.key)
    } else if (typed !== undefined) edit.change({ score: cleanScore(typed) })
  }

  close(): void {
    this.bench.claims.close()
  }
}

/** The client's calls use the network of the marker who makes them; pauses between retries are short. */
export function connectCalls(): void {
  const marker = () => {
    const found = acting.getStore()
    if (!found) throw new Error('nobody makes this call')
    return found
  }
  const post = async <Result>(path: string, body: object) => (await marker().call<Result>('POST', `${base}/${path}`, { body })).result
  vi.spyOn(calls, 'claim').mockImplementation((id, take) => post('claim', take ? { id, take: 1 } : { id }))
  vi.spyOn(calls, 'release').mockImplementation((id) => post('release', { id }))
  vi.spyOn(calls, 'next').mockImplementation((filters) => post('next', filters))
  vi.spyOn(calls, 'row').mockImplementation(
    async (id) => (await marker().call<ResultRow>('GET', `${base}/queryById`, { query: { id } })).result,
  )
  vi.spyOn(calls, 'save').mockImplementation((body, key) => marker().call<ResultRow>('PUT', `${base}/edit`, { body, key }))
  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => now() + (acting.getStore()?.pauses ?? 0))
  const pause = globalThis.setTimeout
  const quick = (work: () => void, milliseconds?: number) => pause(work, acting.getStore() ? (milliseconds ?? 0) / 1000 : milliseconds)
  vi.stubGlobal('setTimeout', Object.assign(quick, pause))
}
