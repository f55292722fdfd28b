import type { FastifyInstance } from 'fastify'
import type { Database } from '../contract.ts'
import { actorIfAny } from '../access/route-access.ts'
import { TooMany } from '../errors.ts'
import { networkOf } from './network-of.ts'

/** Reads of one person that run at once: as many as a page makes, so that connections of the pool are left for others. */
const MOST_AT_ONCE = 4
const MOST_WAITING = 100
/** Reads that take longer (milliseconds) are not small. SQLite reads on the main thread, so after one of them others get a turn first. */
const SMALL = 5
/** Node accepts one connection a turn of its loop, so whoever connects during a long read is heard some turns later. */
const QUIET_TURNS = 3
const MOST_TURNS = 100
/** So many people are remembered before those without a read are forgotten. */
const MOST_KNOWN = 1000

let underWay = 0
let lastBegun = 0

/** Whether this process is answering a read that it began within so many milliseconds, whoever asked. */
export const hasBegunRead = (within: number): boolean => underWay > 0 && performance.now() - lastBegun < within

interface Reader {
  running: number
  isResting: boolean
  /** Its last read was not small, and held the thread. */
  isDear: boolean
  readonly waiting: (() => void)[]
}

/**
 * Reads of one person wait for each other, and never for all reads of someone else. People are remembered after their reads: a map
 * that gains and loses an entry with each request renews its table all the time, and each table left behind keeps its successor from
 * being collected while young (16 % of all bytes grew old, none without it).
 */
export class ReadingTurns {
  readonly #readers = new Map<string, Reader>()
  readonly #holdsThread: boolean
  #mostKnown = MOST_KNOWN
  #arrived = 0

  /** `holdsThread`: whether the database reads on this thread. Elsewhere a long read mostly waits, and one turn between two is enough. */
  constructor({ holdsThread }: { readonly holdsThread: boolean }) {
    this.#holdsThread = holdsThread
  }

  /** Run the read as soon as it is this person's turn. */
  take<T>(who: string, read: () => T | Promise<T>): T | Promise<T> {
    this.#arrived++
    const reader = this.#readers.get(who) ?? this.#newReader(who)
    if (reader.running >= MOST_AT_ONCE || reader.isResting || reader.waiting.length)
      return queued(reader).then(() => this.#run(reader, read))
    reader.running++
    return this.#run(reader, read)
  }

  #run<T>(reader: Reader, read: () => T | Promise<T>): T | Promise<T> {
    const began = performance.now()
    lastBegun = began
    underWay++
    const ended = () => {
      underWay--
      reader.running--
      reader.isDear = this.#holdsThread && performance.now() - began > SMALL
      if (reader.waiting.length || reader.isDear) this.#rest(reader)
    }
    try {
      const answer = read()
      if (answer instanceof Promise) answer.then(ended, ended)
      else ended()
      return answer
    } catch (error) {
      ended()
      throw error
    }
  }

  /** Let everything else that is pending run first, then start one of the waiting reads. */
  #rest(reader: Reader): void {
    if (reader.isResting) return
    reader.isResting = true
    let [seen, quiet, turns] = [this.#arrived, 0, 0]
    const turn = () => {
      quiet = this.#arrived === seen ? quiet + 1 : 0
      seen = this.#arrived
      if (reader.isDear && quiet < QUIET_TURNS && ++turns < MOST_TURNS) setImmediate(turn)
      else this.#wake(reader)
    }
    setImmediate(turn)
  }

  #wake(reader: Reader): void {
    reader.isResting = false
    const begin = reader.running < MOST_AT_ONCE ? reader.waiting.shift() : undefined
    if (!begin) return
    reader.running++
    begin()
    if (reader.waiting.length) this.#rest(reader)
  }

  #newReader(who: string): Reader {
    if (this.#readers.size >= this.#mostKnown) this.#forgetIdle()
    const reader: Reader = { running: 0, isResting: false, isDear: false, waiting: [] }
    this.#readers.set(who, reader)
    return reader
  }

  #forgetIdle(): void {
    for (const [who, { running, isResting, waiting }] of this.#readers) {
      if (!running && !isResting && !waiting.length) this.#readers.delete(who)
    }
    this.#mostKnown = Math.max(MOST_KNOWN, 2 * this.#readers.size)
  }
}

async function queued({ waiting }: Reader): Promise<void> {
  if (waiting.length >= MOST_WAITING) throw new TooMany('同时进行的查询过多，请稍后再试！')
  await new Promise<void>((begin) => waiting.push(begin))
}

/** Everything that only reads and requires a login waits for its person's turn. Call before any route is registered. */
export function readInTurns(app: FastifyInstance, dialect: Database['dialect']): void {
  const turns = new ReadingTurns({ holdsThread: dialect === 'sqlite' })
  app.addHook('onRoute', (route) => {
    const { handler, config = {} } = route
    const reads = route.method === 'GET' || config.reads === true
    if (!reads || config.permission === undefined || config.permission === 'public') return
    route.handler = function takeTurn(request, reply) {
      return turns.take(actorIfAny(request)?.id ?? networkOf(request.ip), () => handler.call(this, request, reply))
    }
  })
}
