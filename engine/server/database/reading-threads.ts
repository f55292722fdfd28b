import { Worker } from 'node:worker_threads'
import { currentPerson } from '../http/current-request.ts'
import type { SqlStatement } from '../contract.ts'
import type { ReadAnswer } from './read-worker.ts'

/** A read that was stopped, or given up before its turn came, because it took too long. */
export class ReadTooLong extends Error {
  readonly code = 'SQLITE_TOO_LONG'
}

export interface ThreadOptions {
  /** Reads that run at once, all but one of them for one person. */
  readonly size?: number
  /** Milliseconds that one read may take, its waiting included. */
  readonly longestRead: number
}

interface Job {
  readonly request: SqlStatement
  readonly person: string | undefined
  /** Its answer is no longer waited for, but it still has a thread. */
  isGivenUp: boolean
  done(answer: Extract<ReadAnswer, { rows: unknown }>): void
  fail(error: Error): void
}

/** Rows as objects, as the driver itself would answer them. */
const toObjects = <Row>({ columns, rows }: Extract<ReadAnswer, { rows: unknown }>): Row[] =>
  rows.map((values) => {
    const row: Record<string, unknown> = {}
    for (const [index, name] of columns.entries()) row[name] = values[index]
    return row as Row
  })

const failure = ({ message, code }: Extract<ReadAnswer, { message: string }>): Error => Object.assign(new Error(message), { code })

/**
 * A few threads, each with its own connection that cannot write, for reads that would hold the thread which answers everybody. They
 * start when they are first needed. SQLite does not hear that its thread shall end while it looks for the next row, so a read that is
 * given up keeps its place until then: there are never more threads than places.
 */
export class ReadingThreads {
  readonly #file: string
  readonly #size: number
  readonly #longestRead: number
  readonly #idle: Worker[] = []
  readonly #all = new Set<Worker>()
  readonly #waiting = new Set<Job>()
  readonly #running = new Map<Worker, Job>()
  #isClosed = false

  constructor(file: string, { size = 3, longestRead }: ThreadOptions) {
    this.#file = file
    this.#size = size
    this.#longestRead = longestRead
  }

  /** The rows, and the milliseconds that reading them took. One person's reads leave a place for others'. */
  read<Row>(request: SqlStatement): Promise<{ readonly rows: Row[]; readonly took: number }> {
    return new Promise((resolve, reject) => {
      const job: Job = {
        request,
        person: currentPerson(),
        isGivenUp: false,
        done: (answer) => {
          clearTimeout(timer)
          resolve({ rows: toObjects(answer), took: answer.took })
        },
        fail: (error) => {
          clearTimeout(timer)
          reject(error)
        },
      }
      const timer = setTimeout(() => this.#giveUp(job), this.#longestRead)
      this.#waiting.add(job)
      this.#next()
    })
  }

  #readsOf(person: string | undefined): number {
    return [...this.#running.values()].filter((running) => running.person === person).length
  }

  #next(): void {
    for (const job of this.#waiting) {
      if (this.#readsOf(job.person) >= this.#size - 1) continue
      const worker = this.#idle.pop() ?? (this.#all.size < this.#size && !this.#isClosed ? this.#open() : undefined)
      if (!worker) return
      this.#waiting.delete(job)
      this.#running.set(worker, job)
      worker.ref()
      worker.postMessage(job.request)
    }
  }

  #open(): Worker {
    const worker = new Worker(new URL('./read-worker.ts', import.meta.url), { workerData: { file: this.#file } })
    this.#all.add(worker)
    worker.on('message', (answer: ReadAnswer) => {
      const job = this.#running.get(worker)
      if (!job || job.isGivenUp) return
      this.#running.delete(worker)
      worker.unref()
      this.#idle.push(worker)
      if ('rows' in answer) job.done(answer)
      else job.fail(failure(answer))
      this.#next()
    })
    worker.on('error', (error) => this.#gone(worker, error))
    worker.on('exit', () => this.#gone(worker, new Error('a reading thread has ended')))
    return worker
  }

  #gone(worker: Worker, error: unknown): void {
    this.#all.delete(worker)
    const place = this.#idle.indexOf(worker)
    if (place >= 0) this.#idle.splice(place, 1)
    this.#running.get(worker)?.fail(error instanceof Error ? error : new Error(String(error)))
    this.#running.delete(worker)
    this.#next()
  }

  #giveUp(job: Job): void {
    this.#waiting.delete(job)
    job.fail(new ReadTooLong('the read took too long'))
    for (const [worker, running] of this.#running) {
      if (running !== job) continue
      job.isGivenUp = true
      void worker.terminate()
    }
  }

  /** End all threads; what they still read fails. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const job of this.#waiting) job.fail(new Error('the database is closed'))
    this.#waiting.clear()
    await Promise.all([...this.#all].map((worker) => worker.terminate()))
  }
}
