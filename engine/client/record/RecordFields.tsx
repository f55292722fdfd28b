import { commaList } from '../../fields/comma-list.ts'
import { isEmpty } from '../../fields/is-empty.ts'
import { isReference } from '../../fields/structure.ts'
import { Descriptions, Flex } from 'antd'
import { Fragment } from 'react'
import { clientField } from '../../fields/client.ts'
import type { AnyEntity, AnyField, WireRow } from '../../schema/index.ts'
import { CellView } from '../list/rows/CellView.tsx'
import { groupsOf } from './record-groups.ts'
import { RecordLink, useOpenRecord } from '../list/rows/RecordLink.tsx'
import { useResolvedFields } from './use-record.ts'

interface ValueProps {
  readonly name: string
  readonly field: AnyField
  readonly row: WireRow
}

/** One value; a reference links to each row that it points to. */
function Value({ name, field, row }: ValueProps) {
  const open = useOpenRecord()
  const { Whole } = clientField(field)
  if (Whole && !isEmpty(row[name])) return <Whole field={field} value={row[name]} row={row} />
  const cell = <CellView column={name} field={field} row={row} />
  if (!isReference(field) || field.key !== undefined) return cell
  const ids = commaList(row[name])
  const [id] = ids
  if (ids.length === 1 && id !== undefined) {
    return (
      <RecordLink entity={field.to} id={id} open={open}>
        {cell}
      </RecordLink>
    )
  }
  const texts = commaList(row[`${name}_dictText`])
  if (texts.length !== ids.length || ids.length === 0) return cell
  return ids.map((each, index) => (
    <Fragment key={each}>
      {index > 0 && '、'}
      <RecordLink entity={field.to} id={each} open={open}>
        {texts[index]}
      </RecordLink>
    </Fragment>
  ))
}

/** The stored author of rows that no person wrote. */
const server = 'system'
const named = (writer: unknown): unknown => (writer === server ? '系统' : writer)

interface Props {
  readonly entity: AnyEntity
  readonly row: WireRow
  /** These alone, in this order. */
  readonly only?: readonly string[] | undefined
}

/** The fields of a row with their labels: all in groups, or those that are named. */
export function RecordFields({ entity, row, only }: Props) {
  const fields = useResolvedFields(entity)
  const spoken = { ...row, createBy: named(row.createBy), updateBy: named(row.updateBy) }
  return (
    <Flex vertical gap={20}>
      {groupsOf(entity, fields, row, only).map(({ title, fields: shown }) => (
        <Descriptions
          key={title}
          title={title}
          column={{ xs: 1, sm: 2, xl: 3 }}
          size="small"
          className="engine-record-fields"
          styles={{ label: { width: 108, flex: 'none' }, header: { marginBottom: 8 } }}
        >
          {shown.map(({ key, field }) => (
            <Descriptions.Item key={key} label={field.label} span={clientField(field).wholeRow ? 'filled' : 1}>
              <Value name={key} field={field} row={spoken} />
            </Descriptions.Item>
          ))}
        </Descriptions>
      ))}
    </Flex>
  )
}
