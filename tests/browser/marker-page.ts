import { setTimeout as pause } from 'node:timers/promises'
import type { Page, Route } from 'playwright'
import { randomOf, type HandAct, type Hands, type Random, type SeenRow, type Sight } from '../src/plugins/live-inspection/hands.ts'
import { question } from './screen.ts'

/** A user who has not pressed a key for this long has looked at the page since, in milliseconds. */
const LOOKED_UP = 1000

/** A user types on without looking within this time, well before the pause that the page counts as a look (`LOOK_UP_PAUSE`). */
const TYPES_ON = 400

/** Everything under way has arrived by then, even after restarting a killed server. */
const RESTS = 60_000

/** Runs in the page, so it names nothing outside itself. */
function readSight(): Sight {
  const isThere = (selector: string) => [...document.querySelectorAll(selector)].some((each) => each.getClientRects().length > 0)
  const lines = [...document.querySelectorAll<HTMLElement>('.live-line')]
  const idOf = (line: Element | null | undefined) => line?.getAttribute('data-row') ?? ''
  const score = document.querySelector<HTMLInputElement>('input[data-mark="score"]')
  const chosen = lines.find((line) => line.ariaSelected === 'true')
  return {
    open: score
      ? {
          id: idOf(score.closest('.live-line')),
          score: score.value,
          isFocused: score === document.activeElement,
          isSaving: score.readOnly,
          isClash: isThere('.live-conflict'),
        }
      : undefined,
    isAsked: isThere('.ant-modal-confirm'),
    rows: lines.map((line) => ({ id: idOf(line), isGone: line.dataset['gone'] === 'true', isHeld: line.dataset['held'] === 'true' })),
    chosen: chosen && idOf(chosen),
    isHalted: [...(chosen?.querySelectorAll('button') ?? [])].some((each) => each.textContent === '接回'),
  }
}

/** A page of the workbench with a simulated user, on a network that is slow, loses answers and breaks. */
export class MarkerPage {
  readonly page: Page
  random: Random = randomOf(0)
  #lastKey = 0
  #hasTypedAhead = false
  #isOnline = true
  /** When the card that asks for a decision first appeared. */
  #cardAt: number | undefined
  /** Calls on their way. */
  #underWay = 0
  lostAnswers = 0
  /** Nothing is waiting any more. */
  isDone = false
  breaks = 0
  /** What was seen and done, for a failed round. */
  readonly diary: string[] = []

  constructor(page: Page) {
    this.page = page
  }

  #note(what: Sight | Exclude<HandAct, undefined>): void {
    this.diary.push(`${Math.round(performance.now())} ${JSON.stringify(what)}`)
  }

  /** Put the bad network between page and server. */
  async slowDown(): Promise<void> {
    for (const call of ['edit', 'next', 'claim', 'release'])
      await this.page.route(`**/bhInspectionResult/${call}`, (route) => this.#carry(route, call === 'edit'))
  }

  async #carry(route: Route, mayLose: boolean): Promise<void> {
    this.#underWay += 1
    try {
      const isLost = mayLose && this.#isOnline && this.random.chance(0.08)
      await pause(this.random.pick([10, 40, 120, 250, 450]) ?? 0)
      if (isLost) await this.#lose(route)
      else await route.continue()
    } finally {
      this.#underWay -= 1
    }
  }

  /** The server gets the call, unless it is down, and the page never gets the answer. */
  async #lose(route: Route): Promise<void> {
    const isThere = await route.fetch({ timeout: 10_000 }).then(
      () => true,
      () => false,
    )
    if (isThere) this.lostAnswers += 1
    await route.abort('connectionreset')
  }

  async breakNetwork(): Promise<void> {
    if (!this.#isOnline) return
    this.#isOnline = false
    this.breaks += 1
    await this.page.context().setOffline(true)
    await pause(this.random.pick([600, 1500, 3000]) ?? 0)
    await this.page.context().setOffline(false)
    this.#isOnline = true
  }

  look = (): Promise<Sight> => this.page.evaluate(readSight)

  /** One key, one click, or one look; answers whether anything was done. */
  async act(hands: Hands): Promise<boolean> {
    const act = hands.key() ?? (await this.#decide(hands))
    await this.#do(act)
    await pause(this.random.pick([5, 25, 60, 130]) ?? 0)
    return act !== undefined
  }

  async #decide(hands: Hands): Promise<HandAct> {
    const sight = await this.look()
    const { open, isAsked } = sight
    this.#note(sight)
    const now = performance.now()
    this.#cardAt = open?.isClash ? (this.#cardAt ?? now) : undefined
    this.isDone = sight.rows.length === 0 && !open && !isAsked
    const sinceKey = now - this.#lastKey
    const isHurried = Math.min(sinceKey, now - (this.#cardAt ?? 0)) < LOOKED_UP
    // A user who is asked something looks up, and forgets what they had in mind.
    if (isAsked || open?.isClash) this.#hasTypedAhead = false
    if (open?.isClash && isHurried) return undefined
    if (isAsked || open?.isClash) return hands.act(sight, this.#hasTypedAhead)
    const isSaving = open?.isSaving === true
    if (!isSaving && !isHurried) this.#hasTypedAhead = false
    // An open row is read before the user types on.
    if (isHurried && !isSaving && (open !== undefined || !this.#hasTypedAhead)) return undefined
    if (isHurried && this.#hasTypedAhead && sinceKey > TYPES_ON) return undefined
    const act = hands.act(sight, this.#hasTypedAhead)
    this.#hasTypedAhead ||= isSaving
    return act
  }

  async #do(act: HandAct): Promise<void> {
    if (act) this.#note(act)
    if (act?.does === 'press') {
      this.#hasTypedAhead ||= act.key === 'n' || act.key === 'Ctrl+Enter'
      await this.page.keyboard.press(act.key.replace('Ctrl', 'Control'))
      this.#lastKey = performance.now()
    } else if (act?.does === 'answer')
      await this.#click(
        question(this.page)
          .getByRole('button')
          .nth(act.agreed ? 1 : 0),
      )
    else if (act) {
      const line = this.page.locator(`.live-line[data-row="${act.id}"]`)
      if (act.does === 'focus') await this.#click(line.locator('input[data-mark="score"]'))
      else if (act.does === 'choose') await this.#click(line.getByRole('gridcell').nth(1))
      else await this.#click(line.getByRole('button', { name: /^接[手回]$/ }))
    }
  }

  /** Click an element that was seen; it may have gone meanwhile. */
  async #click(place: ReturnType<Page['locator']>): Promise<void> {
    await place.click({ timeout: 800 }).catch((error: unknown) => {
      if (!String(error).includes('Timeout')) throw error
    })
  }

  /** Finish typing what was begun. */
  async finish(hands: Hands): Promise<void> {
    for (let key = hands.key(); key; key = hands.key()) await this.#do(key)
  }

  /** Waits until everything under way has arrived and nothing is open any more. */
  async rest(): Promise<void> {
    const end = performance.now() + RESTS
    for (let calm = 0; calm < 5; await pause(200)) {
      const { open, isAsked } = await this.look()
      if (performance.now() > end) {
        const left = { underWay: this.#underWay, isOnline: this.#isOnline, open, isAsked }
        throw new Error(`the page comes to no rest: ${JSON.stringify(left)}\n${this.diary.slice(-40).join('\n')}`)
      }
      calm = !this.#isOnline || this.#underWay > 0 || open || isAsked ? 0 : calm + 1
      if (isAsked)
        await this.#click(
          question(this.page)
            .getByRole('button')
            .nth(open ? 1 : 0),
        )
      // The card that asks for a decision disables the field below it.
      else if (open && (open.isClash || !open.isSaving)) await this.page.keyboard.press('Escape')
    }
  }

  /** The waiting rows, as the page shows them. */
  waiting = async (): Promise<string[]> => (await this.look()).rows.filter(({ isGone }: SeenRow) => !isGone).map(({ id }) => id)
}
