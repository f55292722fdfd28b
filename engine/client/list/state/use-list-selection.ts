import { useMemo } from 'react'
import type { AnyEntity } from '../../../schema/index.ts'
import { canCall, canDo, type Permissions } from '../../access.ts'
import { useCurrentUser } from '../../../browser/current-user.ts'
import { createSelection } from '../rows/selection.ts'
import type { EntityListProps } from './list-props.ts'

/** Is there anything that can be done with chosen rows? */
function hasUseForSelection(entity: AnyEntity, permissions: Permissions): boolean {
  if (canDo(entity, 'deleteBatch', permissions) || canDo(entity, 'exportXls', permissions)) return true
  return Object.values(entity.batchActions ?? {}).some((spec) => canCall(entity, spec.call, permissions))
}

/** The chosen rows, if there is a use for them. */
export function useListSelection({ entity, pick }: EntityListProps) {
  const { permissions } = useCurrentUser()
  const own = useMemo(() => createSelection(), [])
  const selection = pick?.selection ?? own
  return { selection, selectable: pick !== undefined || hasUseForSelection(entity, permissions) }
}
