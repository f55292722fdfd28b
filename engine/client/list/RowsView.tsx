import { Suspense, type ComponentProps, type ReactNode } from 'react'
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

/** Rows as a table; on a telephone as cards. */
export function TableOrCards(look: ComponentProps<typeof EntityTable>) {
  const phone = usePhone()
  if (!phone) return <EntityTable {...look} />
  return (
    <Suspense fallback={<Outline />}>
      <EntityCards {...look} />
    </Suspense>
  )
}

interface Props {
  readonly list: EntityListState
  /** What is unfolded below a row. */
  readonly expanded?: (row: WireRow) => ReactNode
}

/** The rows of a window to choose from scroll in their own box. */
const chooseHeight = 240

/** The rows of a list. */
export function RowsView({ list, expanded }: Props) {
  const { entity, model, columns, data, state, change, actions, run, pick, preferences, onResize } = list
  const steps = useNextSteps(list)
  const selection = list.selectable ? list.selection : undefined
  return (
    <TableOrCards
      {...{ entity, model, columns, data, state, change, steps, actions, run, selection, expanded, preferences, onResize }}
      single={pick?.single}
      linked={pick === undefined}
      edit={pick ? undefined : list.edited.edit}
      fit={list.place === 'page'}
      boxHeight={pick && chooseHeight}
    />
  )
}
