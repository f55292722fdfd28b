import { panelOf } from '../../../engine/client/index.ts'
import { VersionComparison } from './VersionComparison.tsx'

/** The comparison of two chosen rows of the data log, the older one first. */
export const DataLogCompare = panelOf('dataLog', ({ rows = [] }) => {
  const [first, second] = rows.toSorted((one, other) => (one.version ?? 0) - (other.version ?? 0) || (one.id < other.id ? -1 : 1))
  return first && second ? <VersionComparison ids={[first.id, second.id]} /> : null
})
