import type { AnyEntity } from '../../engine/schema/index.ts'
import { entities } from '../../schemas/index.ts'

export const loaded: readonly AnyEntity[] = await Promise.all(Object.values(entities).map((load): Promise<AnyEntity> => load()))

export function entityNamed(name: string): AnyEntity {
  const found = loaded.find((entity) => entity.name === name)
  if (!found) throw new Error(`no entity ${name}`)
  return found
}
