import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import type { WorldRow } from '../api/world.ts'
import { Hands, randomOf, type Random } from '../src/plugins/live-inspection/hands.ts'
import type { Journey } from './journey.ts'
import { liveClass, type LiveClass } from './live-class.ts'
import { MarkerPage } from './marker-page.ts'
import { watch, type Watch } from './page-watch.ts'
import { signInAt } from './screen.ts'

const base = '/inspect/bhInspectionResult'
const STUDENTS = 4
/** The number of keys and clicks of each marker in a lesson, and its longest duration. */
const ACTS = 60
const LONGEST = 25_000
/** The page's message about a saved mark. */
const saved = /^(.+) · (.+) · ([\d.]+) 分：保存成功！/

interface Version {
  readonly operation: string
  readonly changes: readonly { readonly field: string; readonly to: unknown }[]
}
interface Written {
  readonly row: WorldRow
  readonly score: string
}
type Counts = Record<'scores' | 'told' | 'takeovers' | 'breaks' | 'lostAnswers' | 'kills', number>

const named = ({ realname, inspectionId_dictText: item }: WorldRow): string => `${realname} · ${item}`

/** A lesson that a teacher and an assistant mark in two browsers, repeatedly: each time with other items and other random actions. */
export class MarkedLesson {
  readonly counts: Counts = { scores: 0, told: 0, takeovers: 0, breaks: 0, lostAnswers: 0, kills: 0 }
  readonly #journey: Journey
  readonly #live: LiveClass
  readonly #markers: { readonly marker: MarkerPage; readonly heard: Watch }[] = []

  private constructor(journey: Journey, live: LiveClass) {
    this.#journey = journey
    this.#live = live
  }

  static async open(journey: Journey): Promise<MarkedLesson> {
    const live = await liveClass(journey, STUDENTS)
    const lesson = new MarkedLesson(journey, live)
    for (const name of ['teacher1', live.assistant]) {
      const page = await journey.open({ losesNetwork: true })
      const heard = await watch(page)
      await page.goto(live.screen.replace(/&inspectionId=[^&]*/, ''))
      await signInAt(page, name)
      lesson.#markers.push({ marker: new MarkerPage(page), heard })
    }
    for (const { marker } of lesson.#markers) await marker.slowDown()
    return lesson
  }

  #results = async (itemId: string): Promise<WorldRow[]> =>
    (await this.#live.teacher<{ records: WorldRow[] }>('GET', `${base}/list`, { inspectionId: itemId, pageSize: '100' })).records

  /** Two more items, and everybody's photos for both. */
  async #handIn(seed: number): Promise<WorldRow[]> {
    const { teacher, session, students } = this.#live
    const { courseId, experiId } = session
    const rows: WorldRow[] = []
    for (const inspectName of [`第${seed}轮甲`, `第${seed}轮乙`]) {
      const item = await teacher<WorldRow>('POST', '/inspect/bhInspection/add', { courseId, experiId, inspectName, inspectType: '1' })
      await teacher('POST', '/inspect/bhInspection/initInSpectionRes', { id: item.id })
      rows.push(...(await this.#results(item.id)))
    }
    for (const row of rows) await students.find(({ id }) => id === row.stuId)?.submitFor(row.id)
    for (const { marker } of this.#markers)
      await expect.poll(async () => (await marker.waiting()).sort(), { timeout: 30_000 }).toEqual(rows.map(({ id }) => id).sort())
    return rows
  }

  /** Every stored score, by student. */
  async #written(rows: readonly WorldRow[]): Promise<Written[]> {
    const written: Written[] = []
    for (const row of rows)
      for (const { operation, changes } of await this.#live.teacher<Version[]>('GET', `${base}/history`, { id: row.id })) {
        if (operation === 'takeover') this.counts.takeovers += 1
        for (const { field, to } of changes) if (field === 'score' && to !== null) written.push({ row, score: String(to) })
      }
    return written
  }

  /** One lesson; answers the errors: scores at the wrong student, and marks that a page reported as saved but are not. */
  async play(seed: number, options: { readonly kill?: boolean } = {}): Promise<string[]> {
    const random = randomOf(seed)
    const rows = await this.#handIn(seed)
    const meant = new Map<string, string>()
    for (const { marker, heard } of this.#markers) {
      marker.random = random
      marker.isDone = false
      await heard.begin()
    }
    await Promise.all([
      ...this.#markers.map(({ marker }) => this.#mark(marker, new Hands(meant, random), random)),
      options.kill && this.#kill(random),
    ])
    for (const { marker } of this.#markers) await marker.rest()
    const written = await this.#written(rows)
    const wrong = [
      ...written.filter(({ row, score }) => meant.get(score) !== row.id).map(({ row, score }) => `${score} stands at ${named(row)}`),
      ...(await this.#told())
        .filter((told) => !written.some(({ row, score }) => told === `${named(row)} · ${score}`))
        .map((told) => `${told} was said to be saved`),
    ]
    if (wrong.length > 0) console.error(this.#markers.map(({ marker }) => marker.diary.join('\n')).join('\n\n'))
    for (const { marker } of this.#markers) marker.diary.length = 0
    this.counts.scores += written.length
    await this.#clear(rows)
    return wrong.map((words) => `seed ${seed}: ${words}, meant for ${[...meant].filter(([score]) => words.includes(score)).join()}`)
  }

  async #mark(marker: MarkerPage, hands: Hands, random: Random): Promise<void> {
    const begun = performance.now()
    for (let acts = 0; acts < ACTS && !marker.isDone && performance.now() - begun < LONGEST;) {
      if (random.chance(0.01)) void marker.breakNetwork()
      if (await marker.act(hands)) acts += 1
    }
    await marker.finish(hands)
  }

  async #kill(random: Random): Promise<void> {
    await pause(random.pick([1500, 2500, 4000]) ?? 0)
    const { start } = await this.#journey.kill()
    this.counts.kills += 1
    await start()
  }

  /** The marks that the pages reported as saved. */
  async #told(): Promise<string[]> {
    const told: string[] = []
    for (const { marker, heard } of this.#markers) {
      for (const words of await heard.said()) {
        const [, name, item, score] = saved.exec(words) ?? []
        if (score !== undefined) told.push(`${name} · ${item} · ${score}`)
      }
      this.counts.breaks += marker.breaks
      this.counts.lostAnswers += marker.lostAnswers
      marker.breaks = marker.lostAnswers = 0
    }
    this.counts.told += told.length
    return told
  }

  /** Marks the rest without the pages, so that the next lesson starts empty. */
  async #clear(rows: readonly WorldRow[]): Promise<void> {
    for (const { inspectionId } of rows.filter((_, index) => index % STUDENTS === 0))
      for (const row of await this.#results(String(inspectionId)))
        if (row.submitStatus === 1)
          await this.#live.teacher('POST', `${base}/edit`, { id: row.id, version: row.version, submitStatus: 2, score: 50 })
    for (const { marker } of this.#markers) await expect.poll(marker.waiting, { timeout: 30_000 }).toEqual([])
  }
}
