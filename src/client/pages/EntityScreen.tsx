import type { ComponentType } from 'react'
import { EntityPage } from '../../../engine/client/index.ts'
import type { AnyEntity } from '../../../engine/schema/index.ts'

/** The screen that an entity's schema describes. */
export function toScreen(entity: AnyEntity): ComponentType {
  return function EntityScreen() {
    return <EntityPage entity={entity} />
  }
}
