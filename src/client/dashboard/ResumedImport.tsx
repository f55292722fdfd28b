import { Spin } from 'antd'
import { Suspense } from 'react'
import useSWRImmutable from 'swr/immutable'
import { LazyImportDialog, useCurrentUser } from '../../../engine/client/index.ts'
import type { HomeTask } from '../../dashboard/home-figures.ts'

interface Props {
  readonly imports: NonNullable<HomeTask['imports']>
  readonly reload: () => void
  close(): void
}

/** The window of an import that waits, opened where its list is not. */
export function ResumedImport({ imports, reload, close }: Props) {
  const { loadEntity } = useCurrentUser()
  const { data: entity } = useSWRImmutable(imports.entity, loadEntity)
  if (!entity) return <Spin fullscreen />
  return (
    <Suspense fallback={<Spin fullscreen />}>
      <LazyImportDialog entity={entity} filters={{}} job={imports.job} reload={reload} close={close} />
    </Suspense>
  )
}
