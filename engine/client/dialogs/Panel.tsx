import { Skeleton } from 'antd'
import { lazy, Suspense, useMemo } from 'react'
import { useSession, type PanelProps } from '../session.tsx'

/** A hand-written panel, loaded when it is first shown. */
export function Panel({ name, ...props }: PanelProps & { readonly name: string }) {
  const { loadPanel } = useSession()
  const Shown = useMemo(() => lazy(() => loadPanel(name).then((component) => ({ default: component }))), [loadPanel, name])
  return (
    <Suspense fallback={<Skeleton active />}>
      <Shown {...props} />
    </Suspense>
  )
}
