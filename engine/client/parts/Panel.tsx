import { Alert, Skeleton } from 'antd'
import type { ComponentType } from 'react'
import useSWRImmutable from 'swr/immutable'
import { useCurrentUser, type PanelProps } from '../../browser/current-user.ts'

/** A hand-written panel, loaded when it is first shown. */
export function Panel({ name, ...props }: PanelProps & { readonly name: string }) {
  const { loadPanel } = useCurrentUser()
  const { data, error } = useSWRImmutable<{ Shown: ComponentType<PanelProps> }, Error>(['panel', name], async () => ({
    Shown: await loadPanel(name),
  }))
  if (error) return <Alert type="warning" message={error.message} showIcon />
  return data ? <data.Shown {...props} /> : <Skeleton active />
}
