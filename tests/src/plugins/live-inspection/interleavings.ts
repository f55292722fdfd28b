import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import { testApp, type TestApp } from '../../../support/build-app.ts'
import { aCourseDay, type CourseDay } from './course-day.ts'
import { connectCalls, Marker, type School } from './marker.ts'

const STEPS = 90

/** Numbers that follow from a seed, so that a round can be played again. */
function randomOf(seed: number) {
  let state = seed * 2654435761 + 1
  const next = () => {
    state = (Math.imul(state ^ (state >>> 15), state | 1) + 0x6d2b79f5) | 0
    return ((state ^ (state >>> 14)) >>> 0) / 2 ** 32
  }
  for (let n = 0; n < 5; n++) next()
  return { chance: (part: number) => next() < part, pick: <Item>(items: readonly Item[]) => items[Math.floor(next() * items.length)] }
}
type Random = ReturnType<typeof randomOf>

/** No score is the beginning of another, so that half a score is seen to be one. */
const scores = Array.from({ length: 90 }, (_, tens) => [1, 2, 3, 4, 5, 6, 7, 8, 9].map((tenth) => `${10 + tens}.${tenth}`)).flat()

/** A person before the page: what they type is for the student who stands before their eyes when they begin. */
class Hands {
  readonly marker: Marker
  readonly meant: Map<string, string>
  #keys: string[] = []
  #last: string | undefined
  readonly #random: Random

  constructor(marker: Marker, meant: Map<string, string>, random: Random) {
    this.marker = marker
    this.meant = meant
    this.#random = random
  }

  #mean(id: string | undefined, ...before: readonly string[]): void {
    const score = this.#random.pick(scores.filter((each) => !this.meant.has(each)))
    if (id === undefined || score === undefined) return
    this.meant.set(score, id)
    this.#last = id
    this.#keys = [...before, ...score, this.#random.chance(0.7) ? 'Enter' : 'Ctrl+Enter']
  }

  /** Can it be marked, as far as the page shows? */
  #isOpen = (id: string): boolean => {
    const { submitted, claims, me } = this.marker.bench
    return submitted.row(id) !== undefined && (claims.get(id)?.holder.id ?? me.id) === me.id
  }

  /** What the page says comes after a row. */
  #below(id: string): string | undefined {
    const { ids } = this.marker.bench.submitted.view()
    const at = ids.indexOf(id)
    return ids.slice(at + 1).find(this.#isOpen) ?? ids.slice(0, at).findLast(this.#isOpen)
  }

  act(): void {
    const { marker } = this
    const { bench } = marker
    const key = this.#keys.shift()
    if (key !== undefined) return marker.press(key)
    if (!marker.hasKept) marker.lookUp()
    const open = bench.edit.get()
    if (marker.answer) return marker.answer(this.#random.chance(0.5))
    if (open?.clash) return marker.press(this.#random.chance(0.5) ? '1' : '2')
    // Whoever has typed ahead for a row goes on with the one below it; whoever only asked for another waits.
    if (marker.underWay.length === 0 && !open?.saving) marker.hasKept = false
    if (marker.hasKept) {
      const isListed = this.#last !== undefined && bench.submitted.view().ids.includes(this.#last)
      return isListed && this.#random.chance(0.3) ? this.#mean(this.#below(this.#last ?? '')) : undefined
    }
    if (open?.saving) return this.#random.chance(0.5) ? this.#mean(this.#below(open.row.id)) : undefined
    if (open) {
      if (open.draft.score !== '') bench.edit.change({ score: '' })
      return this.#mean(open.row.id)
    }
    this.#actOnList()
  }

  #actOnList(): void {
    this.#last = undefined
    const { bench, marking } = this.marker
    const { ids } = bench.submitted.view()
    const chosen = bench.selection.submitted.get()
    if (chosen !== undefined && this.#isOpen(chosen) && !bench.selection.submitted.haltedBy() && this.#random.chance(0.5))
      return this.#random.chance(0.8) ? this.#mean(chosen) : this.#mean(chosen, 'n')
    const other = this.#random.pick(ids)
    const held = ids.filter((id) => bench.submitted.row(id) && !this.#isOpen(id))
    const takeOver = this.#random.pick(held)
    if (takeOver !== undefined && this.#random.chance(0.6)) return void this.marker.does(() => marking.begin('submitted', takeOver))
    if (other !== undefined && this.#random.chance(0.4)) return bench.choose('submitted', other)
    this.marker.press(this.#random.pick(['n', 'ArrowDown', 'ArrowUp', 'Enter']) ?? 'n')
  }
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

interface Wrong {
  readonly seed: number
  readonly score: string
  /** The result that has it, and the one it was meant for. */
  readonly id: string
  readonly meant: string | undefined
}
type Counts = Record<'scores' | 'takeovers' | 'breaks' | 'restarts' | 'dropped', number>

/** A lesson whose list two people mark, over and over, while the network breaks and the server is started anew. */
export class Interleavings {
  readonly counts: Counts = { scores: 0, takeovers: 0, breaks: 0, restarts: 0, dropped: 0 }
  readonly #folder = mkdtempSync(join(tmpdir(), 'shiyan-markers-'))
  #app: TestApp | undefined
  #day: CourseDay | undefined
  #starts = 0
  /** Calls that the server works on. */
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

  /** All results as they were handed in. */
  #handInAgain() {
    return this.#server.app.engine.db.write(async (tx) => {
      await tx.updateTable('bh_inspection_result').set({ submit_status: 1, score: null, marker_id: null, mark_time: null }).execute()
      await tx.deleteFrom('live_claim').execute()
      await tx.deleteFrom('sys_audit').where('table_name', '=', 'bh_inspection_result').execute()
    })
  }

  /** Every score that was written, and where. */
  async #written(): Promise<{ score: string; id: string }[]> {
    const { read } = this.#server.app.engine.db
    const rows = await read.selectFrom('sys_audit').selectAll().where('table_name', '=', 'bh_inspection_result').execute()
    this.counts.takeovers += rows.filter(({ operation }) => operation === 'takeover').length
    return rows.flatMap(({ changes, row_id: id }) => {
      const { score }: { score?: readonly [unknown, unknown] } = JSON.parse(String(changes))
      return score?.[1] === undefined || score[1] === null ? [] : [{ score: String(score[1]), id: String(id) }]
    })
  }

  #school(courseId: string, seed: number): School {
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

  /** Until nobody waits for anything but the network. */
  async #settle(): Promise<void> {
    do await turn()
    while (this.#atWork > 0)
    await turn()
  }

  /** One lesson; answers the scores that are where they were not meant to be. */
  async play(seed: number): Promise<Wrong[]> {
    const day = this.#day
    if (!day) throw new Error('no lesson is open')
    const random = randomOf(seed)
    await this.#handInAgain()
    const school = this.#school(day.lab.courseId, seed)
    const meant = new Map<string, string>()
    const hands = [day.teacher, day.assistants[0]].map((person) => new Hands(new Marker(school, person), meant, random))
    for (const { marker } of hands) {
      await marker.read(true)
      await marker.hear()
    }
    for (let step = 0; step < STEPS; step++) {
      const one = random.pick(hands)
      if (seed % 10 === 0 && step === STEPS / 2) await this.#restart()
      else if (random.chance(0.03)) this.#break(one?.marker)
      else if (random.chance(0.15)) await one?.marker.hear()
      else if (random.chance(0.5)) arrive(one?.marker, random.chance(0.2))
      else one?.act()
      await this.#settle()
    }
    await this.#finish(hands.map(({ marker }) => marker))
    const written = await this.#written()
    this.counts.scores += written.length
    return written.flatMap(({ score, id }) => (meant.get(score) === id ? [] : [{ seed, score, id, meant: meant.get(score) }]))
  }

  #break(marker: Marker | undefined): void {
    if (!marker) return
    marker.isOnline = !marker.isOnline
    this.counts.breaks += 1
  }

  /** The network is back, and what is on its way arrives. */
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

/** What has been on its way longest comes, or what went last. */
function arrive(marker: Marker | undefined, isLast: boolean): boolean {
  const [come] = marker?.underWay.splice(isLast ? -1 : 0, 1) ?? []
  come?.()
  return come !== undefined
}
