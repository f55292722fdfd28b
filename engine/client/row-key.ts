import type { AnyEntity } from '../schema/index.ts'

/** The wire name of an entity's key. */
export const keyOf = (entity: AnyEntity): string => entity.id ?? 'id'
