import { useCallback, useMemo } from 'react'
import type { AnyEntity } from '../../../schema/index.ts'
import { useCurrentUser } from '../../../browser/current-user.ts'
import { treeColumnFirst } from '../../tree/filter-tree.ts'
import type { ListModel } from '../../model/list-model.ts'
import { arrange, isChosen, useListPreferences } from './preferences.ts'

/**
 * The columns as the user arranged them, all available columns, and how to change the arrangement. Columns that their role does not see are
 * left out.
 */
export function useListColumns(entity: AnyEntity, model: ListModel) {
  const { id, roleCode } = useCurrentUser()
  const [preferences, prefer] = useListPreferences(`shiyan.list.${id}.${entity.name}.${model.name}`)
  const whole = useMemo(() => {
    const hidden = new Set<string>(Object.entries(entity.access.hidden ?? {}).flatMap(([role, keys]) => (role === roleCode ? keys : [])))
    const seen = ({ key }: { readonly key: string }) => !hidden.has(key)
    return { own: model.columns.filter(seen), more: model.more.filter(seen) }
  }, [entity, model, roleCode])
  const columns = useMemo(() => {
    const shown = arrange([...whole.own, ...whole.more], preferences).filter(isChosen(whole.own, preferences))
    return treeColumnFirst(entity, shown)
  }, [whole, preferences, entity])
  const onResize = useCallback(
    (key: string, width: number) => prefer({ widths: { ...preferences.widths, [key]: width } }),
    [prefer, preferences],
  )
  return { columns, whole, preferences, prefer, onResize }
}
