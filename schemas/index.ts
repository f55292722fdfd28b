import type { AnyEntity } from '../engine/schema/index.ts'
import './names.ts'

/** Every entity, as a chunk of its own: the browser loads the ones it opens, the server all. */
export const entities = {
  equipment: () => import('./teaching/equipment.ts').then((file) => file.equipment),
} satisfies Record<string, () => Promise<AnyEntity>>
