import { Suspense, type ReactNode } from 'react'
import type { WireRow } from '../../schema/index.ts'
import { lazyPart } from '../../browser/lazy-part.tsx'
import { MissingPart } from '../../browser/Missing.tsx'
import { Outline } from '../../browser/Outline.tsx'
import { usePhone } from '../parts/use-phone.ts'
import { useNextSteps } from './state/next-steps.ts'
import type { EntityListState } from './state/use-entity-list.ts'
import { EntityTable } from './table/EntityTable.tsx'

/** Only telephones show cards, so only they load them. */
const EntityCards = lazyPart(() => import('./cards/EntityCards.tsx').then((file) => file.EntityCards), MissingPart)

interface Props {
  readonly list: EntityListState
  /** What is unfolded below a row. */
  readonly expanded?: (row: WireRow) => ReactNode
}

/** The rows of a list as a table; on a telephone as cards. */
export function RowsView({ list, expanded }: Props) {
  const { entity, model, columns, data, state, change, actions, run, pick } = list
  const phone = usePhone()
  const steps = useNextSteps(list)
  const selection = list.selectable ? list.selection : undefined
  const look = { entity, model, columns, data, state, change, steps, actions, run, selection, single: pick?.single, expanded }
  if (phone) {
    return (
      <Suspense fallback={<Outline />}>
        <EntityCards {...look} />
      </Suspense>
    )
  }
  return (
    <EntityTable
      {...look}
      edit={pick ? undefined : list.edited.edit}
      preferences={list.preferences}
      fit={list.place === 'page'}
      onResize={list.onResize}
    />
  )
}
