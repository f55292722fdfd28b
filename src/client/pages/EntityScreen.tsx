import type { ComponentType } from 'react'
import { EntityPage } from '../../../engine/client/index.ts'
import type { AnyEntity } from '../../../engine/schema/index.ts'

/** The screen that an entity's schema describes; of one of its further lists, if it is named. */
export function toScreen(entity: AnyEntity, list?: string): ComponentType {
  return function EntityScreen() {
    return <EntityPage entity={entity} list={list} />
  }
}
