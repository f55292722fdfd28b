import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import { testApp, type TestApp } from '../../../support/build-app.ts'
import { aCourseDay, type CourseDay } from './server/course-day.ts'
import { Hands, randomOf, type HandAct, type Sight } from './hands.ts'
import { connectCalls, Marker, type MarkerSchool } from './marker.ts'

const STEPS = 90

/** What a marker's page shows. */
function sightOf({ bench, answer }: Marker): Sight {
  const { submitted, selection, claims, edit, me } = bench
  const open = edit.get()
  return {
    open: open && {
      id: open.row.id,
      score: open.draft.score,
      isFocused: true,
      isSaving: open.saving,
      isClash: open.clash !== undefined,
    },
    isAsked: answer !== undefined,
    rows: submitted.view().ids.map((id) => ({
      id,
      isGone: submitted.row(id) === undefined,
      isHeld: (claims.get(id)?.holder.id ?? me.id) !== me.id,
    })),
    chosen: selection.submitted.get(),
    isHalted: selection.submitted.haltedBy() !== undefined,
  }
}

/** A person using the page of a marker. */
class Person {
  readonly marker: Marker
  readonly #hands: Hands

  constructor(marker: Marker, hands: Hands) {
    this.marker = marker
    this.#hands = hands
  }

  act(): void {
    const { marker } = this
    const { bench, marking } = marker
    const act = this.#hands.key() ?? this.#look()
    if (act?.does === 'press') marker.press(act.key)
    else if (act?.does === 'answer') marker.answer?.(act.agreed)
    else if (act?.does === 'choose') bench.choose('submitted', act.id)
    else if (act?.does === 'take over') void marker.does(() => marking.begin('submitted', act.id))
  }

  #look(): HandAct {
    const { marker } = this
    const sight = sightOf(marker)
    if (!marker.hasKept || sight.open?.isClash) marker.lookUp()
    const isBusy = marker.underWay.length > 0 || sight.open?.isSaving === true
    if (!sight.isAsked && !sight.open?.isClash && !isBusy) marker.hasKept = false
    return this.#hands.act(sight, marker.hasKept)
  }
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

interface Wrong {
  readonly seed: number
  readonly score: string
  /** The result that got the score, and the one it was meant for. */
  readonly id: string
  readonly meant: string | undefined
}
type Counts = Record<'scores' | 'takeovers' | 'breaks' | 'restarts' | 'dropped', number>

/** A lesson whose list two people mark repeatedly, while the network breaks and the server restarts. */
export class Interleavings {
  readonly counts: Counts = { scores: 0, takeovers: 0, breaks: 0, restarts: 0, dropped: 0 }
  readonly #folder = mkdtempSync(join(tmpdir(), 'shiyan-markers-'))
  #app: TestApp | undefined
  #day: CourseDay | undefined
  #starts = 0
  /** The number of calls that the server is handling. */
  #atWork = 0

  async open(): Promise<void> {
    await this.#start()
    this.#day = await aCourseDay(this.#server, { students: 4, items: 2 })
    for (const item of [0, 1]) for (const student of [0, 1, 2, 3]) await this.#day.submitted(student, item)
    connectCalls()
  }

  async close(): Promise<void> {
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
    await this.#app?.close()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  get #server(): TestApp {
    if (!this.#app) throw new Error('no server runs')
    return this.#app
  }

  async #start(): Promise<void> {
    this.#app = await testApp({ database: 'sqlite', env: { DATA_DIR: this.#folder } })
    this.#starts += 1
  }

  async #restart(): Promise<void> {
    await this.#server.close()
    await this.#start()
    this.counts.restarts += 1
  }

  /** Resets all results to their submission. */
  #handInAgain() {
    return this.#server.app.engine.db.write(async (tx) => {
      await tx.updateTable('bh_inspection_result').set({ submit_status: 1, score: null, marker_id: null, mark_time: null }).execute()
      await tx.deleteFrom('live_claim').execute()
      await tx.deleteFrom('sys_audit').where('table_name', '=', 'bh_inspection_result').execute()
    })
  }

  /** Every stored score with its result. */
  async #written(): Promise<{ score: string; id: string }[]> {
    const { read } = this.#server.app.engine.db
    const rows = await read.selectFrom('sys_audit').selectAll().where('table_name', '=', 'bh_inspection_result').execute()
    this.counts.takeovers += rows.filter(({ operation }) => operation === 'takeover').length
    return rows.flatMap(({ changes, row_id: id }) => {
      const { score }: { score?: readonly [unknown, unknown] } = JSON.parse(String(changes))
      return score?.[1] === undefined || score[1] === null ? [] : [{ score: String(score[1]), id: String(id) }]
    })
  }

  #school(courseId: string, seed: number): MarkerSchool {
    return {
      courseId,
      starts: () => this.#starts,
      call: async (method, path, { key, ...options }) => {
        this.#atWork += 1
        try {
          const named = key === undefined ? {} : { headers: { 'idempotency-key': `${seed}-${key}` } }
          return await this.#server.call(method, path, { ...options, ...named })
        } finally {
          this.#atWork -= 1
        }
      },
    }
  }

  /** Waits until nothing is pending except the network. */
  async #settle(): Promise<void> {
    do await turn()
    while (this.#atWork > 0)
    await turn()
  }

  /** One lesson; answers the scores at the wrong result. */
  async play(seed: number): Promise<Wrong[]> {
    const day = this.#day
    if (!day) throw new Error('no lesson is open')
    const random = randomOf(seed)
    await this.#handInAgain()
    const school = this.#school(day.lab.courseId, seed)
    const meant = new Map<string, string>()
    const people = [day.teacher, day.assistants[0]].map((one) => new Person(new Marker(school, one), new Hands(meant, random)))
    for (const { marker } of people) {
      await marker.read(true)
      await marker.hear()
    }
    for (let step = 0; step < STEPS; step++) {
      const one = random.pick(people)
      if (seed % 10 === 0 && step === STEPS / 2) await this.#restart()
      else if (random.chance(0.03)) this.#break(one?.marker)
      else if (random.chance(0.15)) await one?.marker.hear()
      else if (random.chance(0.5)) arrive(one?.marker, random.chance(0.2))
      else one?.act()
      await this.#settle()
    }
    await this.#finish(people.map(({ marker }) => marker))
    const written = await this.#written()
    this.counts.scores += written.length
    return written.flatMap(({ score, id }) => (meant.get(score) === id ? [] : [{ seed, score, id, meant: meant.get(score) }]))
  }

  #break(marker: Marker | undefined): void {
    if (!marker) return
    marker.isOnline = !marker.isOnline
    this.counts.breaks += 1
  }

  /** The network is back, and everything on its way arrives. */
  async #finish(markers: readonly Marker[]): Promise<void> {
    for (const marker of markers) marker.isOnline = true
    for (let quiet = 0; quiet < 20; quiet++) {
      for (const marker of markers) {
        marker.answer?.(false)
        while (arrive(marker, false)) quiet = 0
      }
      await this.#settle()
    }
    for (const marker of markers) {
      this.counts.dropped += marker.dropped
      marker.close()
    }
  }
}

/** Lets the oldest message on its way arrive, or the newest. */
function arrive(marker: Marker | undefined, isLast: boolean): boolean {
  const [come] = marker?.underWay.splice(isLast ? -1 : 0, 1) ?? []
  come?.()
  return come !== undefined
}
