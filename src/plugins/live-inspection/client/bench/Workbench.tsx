import '../shapes.css'
import './bench.css'
import { useEffect, useMemo } from 'react'
import useSWRImmutable from 'swr/immutable'
import { Outline, useCurrentUser } from '../../../../../engine/client/index.ts'
import { BenchProvider } from '../state/bench-context.ts'
import { BenchPage } from './BenchPage.tsx'
import { createBench } from '../state/create-bench.ts'

/** 考察结果管理: where teachers and assistants mark submissions and answer requests for help during a lesson. */
export function Workbench() {
  const { id, realname, permissions, loadEntity } = useCurrentUser()
  const canEdit = permissions.has('teaching:inspectionResult:edit')
  const { data: entity } = useSWRImmutable('inspectionResult', loadEntity)
  const bench = useMemo(() => createBench({ id, name: realname }, canEdit), [id, realname, canEdit])
  useEffect(() => () => bench.claims.close(), [bench])
  if (!entity)
    return (
      <div className="live-box">
        <Outline />
      </div>
    )
  return (
    <BenchProvider value={bench}>
      <BenchPage entity={entity} />
    </BenchProvider>
  )
}
