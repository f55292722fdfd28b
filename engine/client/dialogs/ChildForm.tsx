import { App } from 'antd'
import { useEffect } from 'react'
import useSWR from 'swr'
import { isReference } from '../../fields/structure.ts'
import type { AnyEntity, ChildSpec, WireRow } from '../../schema/index.ts'
import { api } from '../../browser/api.ts'
import { useCurrentUser } from '../../browser/current-user.ts'
import { useEntity } from '../../browser/use-entity.ts'
import { canDo } from '../access.ts'
import { EntityFormDialog } from '../form/EntityFormDialog.tsx'
import { idOf, labelOf } from '../model/list-model.ts'

interface Props {
  readonly parent: AnyEntity
  readonly child: ChildSpec
  readonly row: WireRow
  readonly reload: () => void
  close(): void
}

/** The one row that belongs to this one, or undefined if there is none yet. */
function useOwnRow(entity: AnyEntity | undefined, by: string, value: string) {
  const url = entity && `${entity.endpoints.base}/list`
  const params = { [`${by}_MultiString`]: value, pageSize: 1 }
  const key = url === undefined ? null : [url, params]
  const { data, error } = useSWR<{ records: WireRow[] }, Error>(key, () => api.get(url ?? '', params), {
    revalidateOnFocus: false,
    revalidateOnMount: true,
    dedupingInterval: 0,
  })
  return { own: data?.records[0], isRead: data !== undefined, error }
}

/** The form of the one row of a child entity: it adds the row if there is none, and edits it otherwise. */
export function ChildForm({ parent, child, row, reload, close }: Props) {
  const { message } = App.useApp()
  const { permissions } = useCurrentUser()
  const { entity, error: missing } = useEntity(child.entity)
  const back = entity?.fields[child.by]
  const value = isReference(back) && back.key !== undefined ? String(row[back.key] ?? '') : idOf(parent, row)
  const { own, isRead, error } = useOwnRow(entity, child.by, value)
  const trouble = missing ?? error
  useEffect(() => {
    if (!trouble) return
    void message.error(trouble.message)
    close()
  }, [trouble, message, close])
  if (!entity || !isRead) return null
  const mode = !canDo(entity, own ? 'edit' : 'add', permissions) ? 'view' : own ? 'edit' : 'add'
  return (
    <EntityFormDialog
      open
      entity={entity}
      mode={mode}
      title={`${child.label} - ${labelOf(parent, row)}`}
      row={own}
      initial={{ [child.by]: value }}
      onClose={close}
      onSaved={reload}
    />
  )
}
