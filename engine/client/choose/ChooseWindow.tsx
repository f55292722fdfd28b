import { Alert, Modal, Skeleton } from 'antd'
import { useMemo, useSyncExternalStore } from 'react'
import { useEntity } from '../../browser/use-entity.ts'
import type { Narrowing } from '../../fields/client-contract.ts'
import { commaList } from '../../fields/comma-list.ts'
import { messages } from '../../fields/messages.ts'
import type { ChooseSpec } from '../../fields/parts/choose-spec.ts'
import { useTexts } from '../../fields/parts/use-options.ts'
import type { ReferenceField } from '../../fields/structure.ts'
import { createSelection, type SelectionStore } from '../list/rows/selection.ts'
import { singleClick } from '../parts/single-click.ts'
import { ChooseTable } from './ChooseTable.tsx'
import { ChooseTree } from './ChooseTree.tsx'
import { ChosenRows } from './ChosenRows.tsx'
import { choosingOf, foundName, selectionOf, type Choosing } from './choosing.ts'
import './choose.css'

interface Props {
  readonly field: ReferenceField
  readonly spec: ChooseSpec
  readonly value: unknown
  readonly narrowing: Narrowing
  onChoose(value: string | null): void
  close(): void
}

const widths = { table: 1200, tree: 600 } as const

/** Texts of the rows that were chosen before, and of those found here. */
function useNames({ field, value }: Pick<Props, 'field' | 'value'>, selection: SelectionStore) {
  const before = useMemo(() => commaList(value), [value])
  const { texts, absent } = useTexts(field, before)
  return (id: string): string => foundName(field, selection.current().get(id)) ?? texts.get(id) ?? absent ?? messages.loading
}

/** How the rows are offered. */
function Offered({
  choosing,
  spec,
  selection,
  narrowing,
}: Pick<Props, 'spec' | 'narrowing'> & { choosing: Choosing; selection: SelectionStore }) {
  const { entity, several } = choosing
  const pageSizes = spec.shows === 'table' ? spec.pageSizes : undefined
  const pick = useMemo(() => ({ selection, single: !several, beside: true as const, pageSizes }), [selection, several, pageSizes])
  if (spec.shows === 'tree') return <ChooseTree choosing={choosing} lazy={spec.lazy} selection={selection} />
  return <ChooseTable entity={entity} listName={spec.list} tree={spec.tree} narrowing={narrowing} pick={pick} />
}

/** A window in which the rows of a reference are chosen; nothing changes in the form before it is confirmed. */
export function ChooseWindow({ field, spec, value, narrowing, onChoose, close }: Props) {
  const { entity, error } = useEntity(field.to)
  const selection = useMemo(() => createSelection(selectionOf(value)), [value])
  const choosing = useMemo(() => entity && choosingOf(field, entity), [field, entity])
  const chosen = useSyncExternalStore(selection.listen, selection.current)
  const nameOf = useNames({ field, value }, selection)
  const confirm = () => {
    onChoose([...selection.current().keys()].join(',') || null)
    close()
  }
  return (
    <Modal
      open
      title={`选择${entity?.title ?? field.label}`}
      width={`min(${spec.width ?? widths[spec.shows]}px, 100vw)`}
      okText={choosing?.several && chosen.size > 0 ? `确定（${chosen.size}）` : '确定'}
      onOk={singleClick(confirm)}
      onCancel={singleClick(close)}
    >
      {error && <Alert type="warning" message={error.message} showIcon />}
      {!error && !choosing && <Skeleton active />}
      {choosing && (
        <div className="engine-choose">
          <Offered choosing={choosing} spec={spec} selection={selection} narrowing={narrowing} />
          <ChosenRows selection={selection} nameOf={nameOf} />
        </div>
      )}
    </Modal>
  )
}
