import { Descriptions, Flex } from 'antd'
import type { AnyEntity, AnyField, WireRow } from '../../schema/index.ts'
import { CellView } from '../list/CellView.tsx'
import { groupsOf } from './record-groups.ts'
import { RecordLink } from './RecordLink.tsx'
import { useResolvedFields } from './useRecord.ts'

const wide: ReadonlySet<AnyField['type']> = new Set(['longText', 'files', 'json'])

/** One value; a single reference leads to the row that it points to. */
function Value({ name, field, row }: { readonly name: string; readonly field: AnyField; readonly row: WireRow }) {
  const value = row[name]
  const cell = <CellView column={name} field={field} row={row} />
  if ((field.type !== 'reference' && field.type !== 'treeReference') || typeof value !== 'string' || value === '') return cell
  return (
    <RecordLink entity={field.to} id={value}>
      {cell}
    </RecordLink>
  )
}

/** All fields of a row with their labels, in groups. */
export function RecordFields({ entity, row }: { readonly entity: AnyEntity; readonly row: WireRow }) {
  const fields = useResolvedFields(entity)
  return (
    <Flex vertical gap={16}>
      {groupsOf(entity, fields, row).map(({ title, fields: shown }) => (
        <Descriptions key={title} title={title} column={{ xs: 1, sm: 2, xl: 3 }} bordered size="small">
          {shown.map(({ key, field }) => (
            <Descriptions.Item key={key} label={field.label} span={wide.has(field.type) ? 'filled' : 1}>
              <Value name={key} field={field} row={row} />
            </Descriptions.Item>
          ))}
        </Descriptions>
      ))}
    </Flex>
  )
}
