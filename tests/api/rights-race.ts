import { setTimeout as pause } from 'node:timers/promises'
import type { TestApp } from '../support/build-app.ts'
import { aHolder, grantRole } from '../src/server/identity/granted.ts'

const code = 'identity:dictionary:view'
/** A right may be used so long after it is gone, in milliseconds. */
const GRACE = 1000

/** A right was there from one moment, and gone from another; while a change is under way it is both. */
interface Spell {
  readonly granted: boolean
  readonly from: number
}

export interface LateRead {
  readonly node: string
  /** How long the right had been gone when the read began, in milliseconds. */
  readonly late: number
}

/** Of the reads that were answered, those that began longer after the right was gone than it may be used. */
export function lateReads(
  spells: readonly Spell[],
  reads: readonly { readonly node: string; readonly began: number; readonly answered: boolean }[],
) {
  return reads.flatMap(({ node, began, answered }): LateRead[] => {
    const last = spells.findLast(({ from }) => from <= began)
    const late = last && !last.granted ? began - last.from : 0
    return answered && late > GRACE ? [{ node, late }] : []
  })
}

export interface RightsRace {
  readonly changes: number
  readonly reads: number
  /** Milliseconds between two changes; some of them longer than the grace. */
  wait(change: number): number
}

/** Give and take a right on one node while its holder reads on both. */
export async function raceRights({ one, other }: { one: TestApp; other: TestApp }, { changes, reads, wait }: RightsRace) {
  const admin = await one.signIn('admin', '1')
  const holder = await aHolder(one, admin, { code: 'racers', codes: [code] })
  const spells: Spell[] = [{ granted: true, from: performance.now() }]
  const seen: { node: string; began: number; answered: boolean }[] = []
  let isOver = false
  async function change(): Promise<void> {
    for (let n = 0; n < changes; n++) {
      const granted = n % 2 === 1
      // Given from the question on, gone from the answer on: whoever took it knows then.
      if (granted) spells.push({ granted, from: performance.now() })
      const saved = await grantRole(one, admin, { role: holder.role, codes: granted ? [code] : [] })
      if (!saved.body.success) throw new Error(saved.body.message)
      if (!granted) spells.push({ granted, from: performance.now() })
      await pause(wait(n))
    }
    isOver = true
  }
  async function read(node: string, app: TestApp): Promise<void> {
    for (let n = 0; !isOver || n < reads / 2; n++) {
      const began = performance.now()
      const { body } = await app.call('GET', '/sys/dict/list', { as: holder.token })
      seen.push({ node, began, answered: body.code === 200 })
      await pause(1)
    }
  }
  await Promise.all([change(), read('one', one), read('other', other)])
  return { seen, late: lateReads(spells, seen), refused: seen.filter(({ answered }) => !answered).length }
}
