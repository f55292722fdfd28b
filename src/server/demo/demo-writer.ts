import type { WireRow } from '../../../engine/schema/index.ts'
import type { Engine } from '../../../engine/server/index.ts'
import { asSystem } from '../access/system-actor.ts'

/** Adds demo rows through the engine's one write path, a set at a time. */
export interface DemoWriter {
  /** Ids of the added rows, in order. */
  add(entity: string, rows: readonly WireRow[]): Promise<string[]>
}

/** A writer that stands for the server itself. */
export function createDemoWriter(engine: Engine): DemoWriter {
  return {
    async add(entity, rows) {
      const outcomes = await engine.write({ entity, operation: 'add', rows, ...asSystem })
      return outcomes.map(({ id }) => id)
    },
  }
}
