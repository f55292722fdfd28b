import { Suspense } from 'react'
import type { AnyEntity } from '../../schema/index.ts'
import { lazyPart } from '../../browser/lazy-part.tsx'
import { MissingPart } from '../../browser/Missing.tsx'
import { Outline } from '../../browser/Outline.tsx'
import { ErrorBoundary } from '../ErrorBoundary.tsx'
import { tabsOf } from '../model/list-tabs.ts'
import { EntityList } from './EntityList.tsx'

/** Loaded with the first page that has a tree on its left. */
const TreePage = lazyPart(() => import('../tree-page/TreePage.tsx').then((file) => file.TreePage), MissingPart)

/** Loaded with the first page that shows a list in tabs. */
const TabbedList = lazyPart(() => import('./TabbedList.tsx').then((file) => file.TabbedList), MissingPart)

interface Props {
  readonly entity: AnyEntity
  /** One of the entity's further lists or of its pages with a tree; the default list otherwise. */
  readonly list?: string
}

/** The screen of one entity: its list or tree, with everything that the schema says can be done. */
export function EntityPage({ entity, list }: Props) {
  const page = list === undefined ? undefined : entity.treePages?.[list]
  const tabs = tabsOf(entity, list)
  return (
    <ErrorBoundary key={`${entity.name}/${list ?? ''}`}>
      {page && list !== undefined ? (
        <Suspense fallback={<Outline />}>
          <TreePage entity={entity} name={list} page={page} />
        </Suspense>
      ) : tabs ? (
        <Suspense fallback={<Outline />}>
          <TabbedList entity={entity} list={list} tabs={tabs} />
        </Suspense>
      ) : (
        <EntityList entity={entity} listName={list} place="page" />
      )}
    </ErrorBoundary>
  )
}
