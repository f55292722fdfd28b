import type { AnyEntity } from '../../schema/index.ts'
import { ErrorBoundary } from '../ErrorBoundary.tsx'
import { EntityList } from './EntityList.tsx'

interface Props {
  readonly entity: AnyEntity
  /** One of the entity's further lists; the default list otherwise. */
  readonly list?: string
}

/** The screen of one entity: its list or tree, with everything that the schema says can be done. */
export function EntityPage({ entity, list }: Props) {
  return (
    <ErrorBoundary key={`${entity.name}/${list ?? ''}`}>
      <EntityList entity={entity} listName={list} place="page" />
    </ErrorBoundary>
  )
}
