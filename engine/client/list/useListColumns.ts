import { useCallback, useMemo } from 'react'
import type { AnyEntity } from '../../schema/index.ts'
import { useSession } from '../session.tsx'
import { treeColumnFirst } from '../tree/filter-tree.ts'
import type { ListModel } from './list-model.ts'
import { arrange, useListPreferences } from './preferences.ts'

/** The columns as this user likes them, and how to change that. */
export function useListColumns(entity: AnyEntity, model: ListModel) {
  const { user } = useSession()
  const [preferences, prefer] = useListPreferences(`shiyan.list.${user.id}.${entity.name}.${model.name}`)
  const columns = useMemo(() => {
    const shown = arrange(model.columns, preferences).filter((column) => !preferences.hidden.includes(column.key))
    return treeColumnFirst(entity, shown)
  }, [model, preferences, entity])
  const onResize = useCallback(
    (key: string, width: number) => prefer({ widths: { ...preferences.widths, [key]: width } }),
    [prefer, preferences],
  )
  return { columns, preferences, prefer, onResize }
}
