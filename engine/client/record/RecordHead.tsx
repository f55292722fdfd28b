import { Flex, theme, Typography } from 'antd'
import { clientField } from '../../fields/client.ts'
import { isEmpty } from '../../fields/is-empty.ts'
import type { AnyEntity, WireRow } from '../../schema/index.ts'
import { CellView } from '../list/rows/CellView.tsx'
import { isKept } from '../list/table/fit-columns.ts'
import { labelOf } from '../model/list-model.ts'
import { RecordActions } from './RecordActions.tsx'

/** The row's name and state, and what can be done with it. */
export function RecordHead({ entity, row }: { readonly entity: AnyEntity; readonly row: WireRow }) {
  const { token } = theme.useToken()
  const states = Object.entries(entity.fields).filter(
    ([key, field]) => clientField(field).tag && !isEmpty(row[key]) && isKept(entity, { key, field }),
  )
  return (
    <Flex justify="space-between" align="center" gap={12} wrap>
      <Flex align="center" gap={12} wrap style={{ minWidth: 0 }}>
        <Typography.Title style={{ margin: 0, fontSize: token.fontSizeHeading4, overflowWrap: 'anywhere' }}>
          {labelOf(entity, row)}
        </Typography.Title>
        {states.map(([key, field]) => (
          <span key={key}>
            <Typography.Text type="secondary">{field.label} </Typography.Text>
            <CellView column={key} field={field} row={row} />
          </span>
        ))}
      </Flex>
      <RecordActions entity={entity} row={row} />
    </Flex>
  )
}
