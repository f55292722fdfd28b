import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Actor, Database } from '../../contract.ts'
import { AppError, Refused } from '../../errors.ts'
import { ImportJob, type JobInput } from './import-job.ts'
import { Turns, type ImportTurns } from '../commit/import-turns.ts'
import type { CommitResult } from '../commit/commit-import.ts'
import { MOST_WAITING, DoneElsewhere, ForgottenFile, sharedJobs, type SharedJobs } from './shared-jobs.ts'
import type { WaitingImport } from './job-view.ts'

const lifetime = 30 * 60_000
const mostInAll = 50
const ANSWER_TRIES = 30
const ANSWER_PAUSE = 100
/** SQLite has one writer; a node has ten connections to PostgreSQL. */
const mostWriting = { sqlite: 1, postgres: 3 }
/** As many as are read at once. */
const MOST_STAGING = 2

/**
 * Imports that wait for their owner's decision. What was found in their files is kept in memory, for half an hour; a file that this node
 * has not read, or no longer remembers, is taken up, read and checked again.
 */
export class JobStore {
  readonly #jobs = new Map<string, ImportJob>()
  readonly #log: FastifyBaseLogger
  readonly #turns: ImportTurns
  readonly #shared: SharedJobs
  /** Checks that are under way, by job. */
  readonly #checks = new Map<string, Promise<void>>()

  constructor(log: FastifyBaseLogger, db: Database) {
    this.#log = log
    this.#turns = { staging: new Turns(MOST_STAGING), writing: new Turns(mostWriting[db.dialect]) }
    this.#shared = sharedJobs(db)
  }

  /** Start reading and checking a file; answers before it is read. */
  async start(input: JobInput): Promise<ImportJob> {
    const job = this.#enter(input, { shared: this.#shared })
    try {
      await this.#shared.keep(job.id, input)
    } catch (error) {
      this.#jobs.delete(job.id)
      throw error
    }
    this.#check(job, input)
    return job
  }

  #check(job: ImportJob, input: JobInput): void {
    const checked = job.check(input.file).catch((error: unknown) => {
      if (!(error instanceof AppError)) this.#log.error({ err: error, job: job.id }, 'import check failed')
    })
    this.#checks.set(
      job.id,
      checked.finally(() => this.#checks.delete(job.id)),
    )
  }

  /** Read, check and import a file in one go; meanwhile it counts as one job. */
  async run(input: JobInput, mode: 'all' | 'good'): Promise<CommitResult> {
    const job = this.#enter(input)
    try {
      return await job.run(input.file, mode)
    } finally {
      this.#jobs.delete(job.id)
    }
  }

  /** A job keeps everything except the file. */
  #enter(
    { file: _file, ...input }: JobInput,
    { id = randomUUID(), shared }: { readonly id?: string; readonly shared?: SharedJobs } = {},
  ): ImportJob {
    this.#makeRoom(input.actor.id)
    const job = new ImportJob(id, { ...input, turns: this.#turns, shared })
    this.#jobs.set(job.id, job)
    return job
  }

  /** The owner's job of this entity; for anyone else it does not exist. */
  async find(id: string, { engine, model, actor }: Pick<JobInput, 'engine' | 'model' | 'actor'>): Promise<ImportJob> {
    this.#forgetOld()
    const job = this.#jobs.get(id) ?? (await this.#takeUp(id, { engine, model, actor }))
    if (!job || job.owner !== actor.id || job.role !== actor.role || job.model.name !== model.name) throw new ForgottenFile()
    job.touched = Date.now()
    const result = job.isDone ? undefined : await this.#shared.resultOf(id)
    if (result) job.doneElsewhere(result)
    return job
  }

  /** What waits for this owner, in the role in which it was uploaded. */
  waiting(actor: Actor): Promise<readonly WaitingImport[]> {
    return this.#shared.waiting(actor)
  }

  /** Forget a file that its owner does not want imported any more. */
  async drop(job: ImportJob): Promise<void> {
    if (job.isImporting) throw new Refused('文件正在导入，请稍候')
    this.#jobs.delete(job.id)
    await this.#shared.drop(job.id)
  }

  async #takeUp(id: string, asked: Pick<JobInput, 'engine' | 'model' | 'actor'>): Promise<ImportJob | undefined> {
    const kept = await this.#shared.find(id, asked.model, asked.actor)
    const already = this.#jobs.get(id)
    if (already || !kept) return already
    const input = { ...asked, ...kept }
    const job = this.#enter(input, { id, shared: this.#shared })
    this.#check(job, input)
    return job
  }

  /** Write what was checked, here or on another node; a file that this node reads for the first time is checked before. */
  async commit(job: ImportJob, mode: 'all' | 'good', actor: Actor): Promise<CommitResult> {
    await this.#checks.get(job.id)
    const before = job.isDone ? undefined : await this.#shared.resultOf(job.id)
    if (before) job.doneElsewhere(before)
    try {
      return await job.commit(mode, actor)
    } catch (error) {
      const result = error instanceof DoneElsewhere ? await this.#awaitResult(job.id) : undefined
      if (!result) throw error
      job.doneElsewhere(result)
      return result
    }
  }

  /** What the other node answered: it keeps its answer a moment after the rows. */
  async #awaitResult(id: string): Promise<CommitResult | undefined> {
    for (let tries = 0; tries < ANSWER_TRIES; tries++) {
      const result = await this.#shared.resultOf(id)
      if (result) return result
      await pause(ANSWER_PAUSE)
    }
    return undefined
  }

  #forgetOld(): void {
    for (const [id, job] of this.#jobs) if (!job.busy && Date.now() - job.touched > lifetime) this.#jobs.delete(id)
  }

  /** The oldest idle job makes room; if all are busy the new one must wait. */
  #makeRoom(owner: string): void {
    this.#forgetOld()
    const own = [...this.#jobs.values()].filter((job) => job.owner === owner)
    const crowded = own.length >= MOST_WAITING ? own : this.#jobs.size >= mostInAll ? [...this.#jobs.values()] : undefined
    if (!crowded) return
    const oldest = crowded.filter((job) => !job.busy).toSorted((a, b) => a.touched - b.touched)[0]
    if (!oldest) throw new Refused('正在导入的文件过多，请稍后再试')
    this.#jobs.delete(oldest.id)
  }
}
