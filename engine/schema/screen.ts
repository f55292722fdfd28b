import type { IconName } from '../fields/icon/names.ts'
import type { MenuGroupName, ScreenName } from '../names.ts'

/** A hand-written screen beside the lists of an entity, with a permission of its own (`<domain>:<entity>:<its name>`). */
export interface ScreenSpec {
  readonly title: string
  /** The name under which the application has it. */
  readonly screen: ScreenName
  /** A permission of the entity that it was once part of: whoever holds that one when the screen is new has the screen as well. */
  readonly splitFrom?: string
  /** Its address, if a specification has one; otherwise it stands below the entity's. */
  readonly path?: string
  readonly menu: { readonly icon: IconName; readonly order: number; readonly group?: MenuGroupName; readonly component?: string }
}
