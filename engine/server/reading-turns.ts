import type { FastifyInstance } from 'fastify'
import { actorIfAny } from './access.ts'
import { TooMany } from './errors.ts'

/** Reads of one person that run at once: a page asks for that many, and others keep connections of the pool. */
const MOST_AT_ONCE = 4
const MOST_WAITING = 100
/** Milliseconds after which a read was no small one. SQLite reads where everybody waits, so others are looked at first. */
const SMALL = 5

interface Reader {
  running: number
  isResting: boolean
  readonly waiting: (() => void)[]
}

/** Reads of a person wait for each other, and never those of others for all of them. */
export class ReadingTurns {
  readonly #readers = new Map<string, Reader>()

  /** Read as this person as soon as it is their turn. */
  async take<T>(who: string, read: () => T | Promise<T>): Promise<T> {
    const reader = this.#readers.get(who) ?? { running: 0, isResting: false, waiting: [] }
    this.#readers.set(who, reader)
    if (reader.running >= MOST_AT_ONCE || reader.isResting || reader.waiting.length) await queued(reader)
    else reader.running++
    const began = performance.now()
    try {
      return await read()
    } finally {
      reader.running--
      if (reader.waiting.length || performance.now() - began > SMALL) this.#rest(who, reader)
      else this.#forget(who, reader)
    }
  }

  /** Let everything else that is there come first, then begin one of those that wait. */
  #rest(who: string, reader: Reader): void {
    if (reader.isResting) return
    reader.isResting = true
    setImmediate(() => {
      reader.isResting = false
      const begin = reader.running < MOST_AT_ONCE ? reader.waiting.shift() : undefined
      if (begin) {
        reader.running++
        begin()
        if (reader.waiting.length) this.#rest(who, reader)
      }
      this.#forget(who, reader)
    })
  }

  #forget(who: string, { running, isResting, waiting }: Reader): void {
    if (!running && !isResting && !waiting.length) this.#readers.delete(who)
  }
}

function queued({ waiting }: Reader): Promise<void> {
  if (waiting.length >= MOST_WAITING) throw new TooMany('同时进行的查询过多，请稍后再试！')
  return new Promise((begin) => waiting.push(begin))
}

/** Everything that only reads and asks for a login takes a turn of its person. Call before any route is made. */
export function readInTurns(app: FastifyInstance): void {
  const turns = new ReadingTurns()
  app.addHook('onRoute', (route) => {
    const { handler, config = {} } = route
    const reads = route.method === 'GET' || config.reads === true
    if (!reads || config.permission === undefined || config.permission === 'public') return
    route.handler = function takeTurn(request, reply) {
      return turns.take(actorIfAny(request)?.id ?? request.ip, () => handler.call(this, request, reply))
    }
  })
}
