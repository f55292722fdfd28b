import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Actor, Database, Model } from '../contract.ts'
import { AppError, NotFound, Refused } from '../errors.ts'
import { ImportJob, type JobInput } from './import-job.ts'
import { ImportTurns } from './import-turns.ts'

const lifetime = 30 * 60_000
const mostPerOwner = 3
const mostInAll = 50
/** SQLite has one writer; a node has ten connections to PostgreSQL. */
const mostWriting = { sqlite: 1, postgres: 3 }

/** Imports that wait for their owner's decision, in memory: checked files are dropped after half an hour. */
export class JobStore {
  readonly #jobs = new Map<string, ImportJob>()
  readonly #log: FastifyBaseLogger
  readonly #turns: ImportTurns

  constructor(log: FastifyBaseLogger, { dialect }: Pick<Database, 'dialect'>) {
    this.#log = log
    this.#turns = new ImportTurns(mostWriting[dialect])
  }

  /** Start reading and checking a file; returns at once. */
  start(input: JobInput): ImportJob {
    const job = this.#enter(input)
    job.check(input.file, { rehearse: true }).catch((error: unknown) => {
      if (!(error instanceof AppError)) this.#log.error({ err: error, job: job.id }, 'import check failed')
    })
    return job
  }

  /** Read, check and finish a file in one go; meanwhile it counts as one job. */
  async run<T>(input: JobInput, finish: (job: ImportJob) => Promise<T>): Promise<T> {
    const job = this.#enter(input)
    try {
      await job.check(input.file, { rehearse: false })
      return await finish(job)
    } finally {
      this.#jobs.delete(job.id)
    }
  }

  /** A job keeps everything except the file. */
  #enter({ file: _file, ...input }: JobInput): ImportJob {
    this.#makeRoom(input.actor.id)
    const job = new ImportJob(randomUUID(), { ...input, turns: this.#turns })
    this.#jobs.set(job.id, job)
    return job
  }

  /** The owner's job of this entity; for anyone else it does not exist. */
  find(id: string, model: Model, actor: Actor): ImportJob {
    this.#forgetOld()
    const job = this.#jobs.get(id)
    if (!job || job.owner !== actor.id || job.role !== actor.role || job.model.name !== model.name) throw new NotFound()
    job.touched = Date.now()
    return job
  }

  #forgetOld(): void {
    for (const [id, job] of this.#jobs) if (!job.busy && Date.now() - job.touched > lifetime) this.#jobs.delete(id)
  }

  /** The oldest idle job makes room; if all are busy the new one must wait. */
  #makeRoom(owner: string): void {
    this.#forgetOld()
    const own = [...this.#jobs.values()].filter((job) => job.owner === owner)
    const crowded = own.length >= mostPerOwner ? own : this.#jobs.size >= mostInAll ? [...this.#jobs.values()] : undefined
    if (!crowded) return
    const oldest = crowded.filter((job) => !job.busy).toSorted((a, b) => a.touched - b.touched)[0]
    if (!oldest) throw new Refused('正在导入的文件过多，请稍后再试')
    this.#jobs.delete(oldest.id)
  }
}
