import { Card, Flex, Skeleton, Tabs } from 'antd'
import { useEffect, type ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { AnyEntity, ChildSpec, WireRow } from '../../schema/index.ts'
import { canSee, codeOf } from '../access.ts'
import { ChildList } from '../screen/EntityList.tsx'
import { ErrorBoundary } from '../ErrorBoundary.tsx'
import { idOf, labelOf } from '../model/list-model.ts'
import { useReload } from '../list/state/use-list-rows.ts'
import { useCurrentUser } from '../../browser/current-user.ts'
import { RecordBelow } from './RecordBelow.tsx'
import { RecordFields } from './RecordFields.tsx'
import { RecordHead } from './RecordHead.tsx'
import { RecordHistory } from './RecordHistory.tsx'
import { useSeen } from './use-seen.ts'
import { useRecord, type RecordTrouble } from './use-record.ts'

interface Props {
  readonly entity: AnyEntity
  readonly id: string
  /** Called with the row's name as soon as it is known. */
  onTitle(title: string): void
  /** Shown instead of a row that cannot be shown. */
  whenTrouble(status: RecordTrouble, message: string | undefined, retry: () => void): ReactNode
}

interface Tab {
  readonly key: string
  readonly label: string
  readonly children: ReactNode
}

const childKey = ({ entity, shown }: ChildSpec): string => (shown === 'expand' ? `${entity}-${shown}` : entity)

/** A row's fields and what belongs to it, each on a tab; the address names the tab. */
function Sections({ entity, row }: { readonly entity: AnyEntity; readonly row: WireRow }) {
  const { permissions } = useCurrentUser()
  const [search, setSearch] = useSearchParams()
  const recorded = entity.versioned === true && permissions.has(codeOf(entity, 'history'))
  const reload = useReload(entity)
  const children = (entity.children ?? []).filter((child) => child.shown !== 'form' && canSee(child.entity, permissions))
  const tabs: Tab[] = [
    { key: 'fields', label: '详情', children: <RecordFields entity={entity} row={row} /> },
    ...(entity.tree
      ? [
          {
            key: 'below',
            label: `下级${entity.title}`,
            children: <RecordBelow entity={entity} tree={entity.tree} id={idOf(entity, row)} />,
          },
        ]
      : []),
    ...children.map((child) => ({
      key: childKey(child),
      label: child.label,
      children: <ChildList parent={entity} child={child} row={row} reload={reload} />,
    })),
    ...(recorded
      ? [{ key: 'history', label: '修改历史', children: <RecordHistory entity={entity} id={idOf(entity, row)} version={row.version} /> }]
      : []),
  ]
  const wantedTab = search.get('tab') ?? 'fields'
  const shown = tabs.some(({ key }) => key === wantedTab) ? wantedTab : 'fields'
  return (
    <Tabs
      activeKey={shown}
      destroyOnHidden
      onChange={(tab) => setSearch(tab === 'fields' ? {} : { tab }, { replace: true })}
      items={tabs}
    />
  )
}

/** One row on a page of its own: all its fields and everything that belongs to it. */
export function RecordPage({ entity, id, onTitle, whenTrouble }: Props) {
  const { row, trouble, error, retry } = useRecord(entity, id)
  const title = row && labelOf(entity, row)
  useSeen(entity, row)
  useEffect(() => {
    if (title) onTitle(title)
  }, [title, onTitle])
  if (trouble) return whenTrouble(trouble, error?.message, retry)
  return (
    <ErrorBoundary key={`${entity.name}/${id}`}>
      <Card size="small">
        {row ? (
          <Flex vertical gap={8}>
            <RecordHead entity={entity} row={row} />
            <Sections entity={entity} row={row} />
          </Flex>
        ) : (
          <Skeleton active paragraph={{ rows: 8 }} />
        )}
      </Card>
    </ErrorBoundary>
  )
}
