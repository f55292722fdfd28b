import type { Engine } from '../../../../engine/server/index.ts'
import { createAccess, type Access } from '../access.ts'
import { rowTestsOf } from '../row-rules.ts'

/** What explanations are made from. */
export interface Sources {
  readonly engine: Engine
  readonly db: Engine['db']
  readonly access: Access
}

/** Rights as they stand in the database at this moment, read once for one answer. */
export const freshSources = (engine: Engine): Sources => ({ engine, db: engine.db, access: createAccess(engine.db, rowTestsOf(engine)) })
