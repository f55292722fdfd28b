import type { FastifyBaseLogger } from 'fastify'

type Level = Exclude<keyof FastifyBaseLogger, 'level' | 'child' | 'msgPrefix'>

/** The log of one request. Most say nothing, so it is made with its first line: making one costs more than finding who asks. */
export class OwnLog implements FastifyBaseLogger {
  readonly #parent: FastifyBaseLogger
  readonly #bindings: Record<string, unknown>
  #made: FastifyBaseLogger | undefined

  constructor(parent: FastifyBaseLogger, bindings: Record<string, unknown>) {
    this.#parent = parent
    this.#bindings = bindings
  }

  get level(): string {
    return this.#parent.level
  }

  fatal(...line: unknown[]): void {
    this.#say('fatal', line)
  }

  error(...line: unknown[]): void {
    this.#say('error', line)
  }

  warn(...line: unknown[]): void {
    this.#say('warn', line)
  }

  info(...line: unknown[]): void {
    this.#say('info', line)
  }

  debug(...line: unknown[]): void {
    this.#say('debug', line)
  }

  trace(...line: unknown[]): void {
    this.#say('trace', line)
  }

  silent(): void {
    return undefined
  }

  child(...given: Parameters<FastifyBaseLogger['child']>): FastifyBaseLogger {
    return this.#own().child(...given)
  }

  #own(): FastifyBaseLogger {
    return (this.#made ??= this.#parent.child(this.#bindings))
  }

  #say(level: Level, line: readonly unknown[]): void {
    const log = this.#own()
    Reflect.apply(log[level], log, line)
  }
}
