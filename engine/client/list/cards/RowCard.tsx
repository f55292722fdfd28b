import { DownOutlined, RightOutlined } from '@ant-design/icons'
import { Button, Card, Flex } from 'antd'
import { useState, type ReactNode } from 'react'
import { choicesOf, sharedField } from '../../../fields/shared.ts'
import type { AnyEntity, AnyField, WireRow } from '../../../schema/index.ts'
import { RecordLink, useOpenRecord } from '../rows/RecordLink.tsx'
import { cardFields } from './card-fields.ts'
import { CellView } from '../rows/CellView.tsx'
import { idOf, labelOf, type ListColumn } from '../../model/list-model.ts'
import { RowActions, type RunRowAction } from '../rows/RowActions.tsx'
import { modesFor, type RowAction } from '../rows/row-actions.ts'
import { SelectCell } from '../rows/SelectCell.tsx'
import type { SelectionStore } from '../rows/selection.ts'

export interface CardLook {
  readonly entity: AnyEntity
  readonly columns: readonly ListColumn[]
  readonly actions: readonly RowAction[]
  readonly run: RunRowAction
  readonly selection?: SelectionStore
  readonly single?: boolean
  /** The row's name leads to a page of its own. */
  readonly linked: boolean
  readonly expanded?: (row: WireRow) => ReactNode
}
interface Props extends CardLook {
  readonly row: WireRow
  /** The depth of the row in a tree, and how to unfold what is below it. */
  readonly depth?: number
  readonly branch?: { readonly isOpen: boolean; toggle(): void }
}
const buttonsInCard = 3

/** A bare 是 or 否 needs the label of its field. */
const saysLittle = (field: AnyField, value: unknown): boolean =>
  choicesOf(field) !== undefined &&
  (typeof value === 'string' || typeof value === 'number') &&
  sharedField(field).toText(value, field).length === 1

/** The row's name, with a link to its own page, and its state. */
function CardHead({ entity, columns, row, selection, single, linked, branch }: Props) {
  const open = useOpenRecord()
  const { name, states } = cardFields(entity, columns, row)
  const title = name ? <CellView column={name.key} field={name.field} row={row} /> : labelOf(entity, row)
  return (
    <Flex align="center" gap={8}>
      {selection && (
        <span className="engine-card-tick">
          <SelectCell store={selection} id={idOf(entity, row)} row={row} label={labelOf(entity, row)} single={single} />
        </span>
      )}
      {branch && (
        <Button
          type="text"
          icon={branch.isOpen ? <DownOutlined /> : <RightOutlined />}
          aria-label={`${branch.isOpen ? '收起' : '展开'} ${labelOf(entity, row)}`}
          aria-expanded={branch.isOpen}
          onClick={branch.toggle}
        />
      )}
      <strong className="engine-card-name">
        {linked ? (
          <RecordLink entity={entity.name} id={idOf(entity, row)} open={open}>
            {title}
          </RecordLink>
        ) : (
          title
        )}
      </strong>
      <Flex gap={4} wrap justify="end">
        {states.map(({ key, field }) => (
          <span key={key} title={field.label} className="engine-card-state">
            {saysLittle(field, row[key]) && field.label}
            <CellView column={key} field={field} row={row} />
          </span>
        ))}
      </Flex>
    </Flex>
  )
}

/** One row on a telephone: name and state, the main facts, and what can be done. */
export function RowCard(props: Props) {
  const { entity, columns, actions, run, row, expanded, depth = 0 } = props
  const [unfolded, setUnfolded] = useState(false)
  const { facts } = cardFields(entity, columns, row)
  const hasActions = modesFor(actions, row).length > 0
  return (
    <Card size="small" className="engine-card" role="listitem" style={{ marginInlineStart: depth * 16 }}>
      <CardHead {...props} />
      {facts.length > 0 && (
        <dl className="engine-card-facts">
          {facts.map(({ key, field }) => (
            <div key={key}>
              <dt>{field.label}</dt>
              <dd>
                <CellView column={key} field={field} row={row} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {(hasActions || expanded) && (
        <Flex gap={12} className="engine-card-actions">
          {hasActions && <RowActions actions={actions} row={row} run={run} most={buttonsInCard} />}
          {expanded && (
            <Button type="link" size="small" aria-expanded={unfolded} onClick={() => setUnfolded(!unfolded)}>
              {unfolded ? '收起' : '展开'}
            </Button>
          )}
        </Flex>
      )}
      {unfolded && expanded?.(row)}
    </Card>
  )
}
