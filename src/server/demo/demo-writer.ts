import { untypedEngine, type Engine, type OnlyAdded, type RegisteredName } from '../../../engine/server/index.ts'
import { asSystem } from '../access/system-actor.ts'

/** Adds demo rows through the engine's one write path, a batch at a time. */
export interface DemoWriter {
  /** Ids of the added rows, in order. */
  add<N extends RegisteredName, R extends object>(entity: N, rows: readonly OnlyAdded<N, R>[]): Promise<string[]>
}

/** A writer that acts as the server itself. */
export function createDemoWriter(engine: Engine): DemoWriter {
  return {
    async add(entity, rows) {
      const outcomes = await untypedEngine(engine).write({ entity, operation: 'add', rows, ...asSystem })
      return outcomes.map(({ id }) => id)
    },
  }
}
