import type { ComponentType } from 'react'
import { EntityPage } from '../../../engine/client/index.ts'
import type { AnyEntity } from '../../../engine/schema/index.ts'

/** The screen that an entity's schema describes, or the screen of one of its further lists. */
export function toScreen(entity: AnyEntity, list?: string): ComponentType {
  return function EntityScreen() {
    return <EntityPage entity={entity} list={list} />
  }
}
