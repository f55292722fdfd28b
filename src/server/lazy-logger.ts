import type { FastifyBaseLogger } from 'fastify'

type Level = Exclude<keyof FastifyBaseLogger, 'level' | 'silent' | 'child'>

/** The logger of one request, created with its first line: most requests say nothing. */
export class LazyLogger implements FastifyBaseLogger {
  readonly #parent: FastifyBaseLogger
  readonly #bindings: Record<string, unknown>
  #logger: FastifyBaseLogger | undefined

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

  child(...bindings: Parameters<FastifyBaseLogger['child']>): FastifyBaseLogger {
    return this.#created().child(...bindings)
  }

  #created(): FastifyBaseLogger {
    // Given options, even none, pino makes a whole logger.
    return (this.#logger ??= this.#parent.child(this.#bindings))
  }

  #say(level: Level, line: readonly unknown[]): void {
    const logger = this.#created()
    Reflect.apply(logger[level], logger, line)
  }
}
