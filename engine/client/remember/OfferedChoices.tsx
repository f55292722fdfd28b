import { Form } from 'antd'
import { isRowReference } from '../../fields/structure.ts'
import { ReferenceSelect } from '../../fields/parts/ReferenceSelect.tsx'
import type { Fields } from '../../schema/index.ts'
import { useEntity } from '../../browser/use-entity.ts'
import { useCurrentUser, type OfferedRows } from '../../browser/current-user.ts'

interface Props {
  /** Called after a row was chosen and saved. */
  onChoose(): void
  onFail(error: unknown): void
}

/** Choices of one entity are narrowed by the currently offered rows of others: courses by the semester. */
function offeredNarrowing(fields: Fields, offered: OfferedRows) {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([key, field]) => {
      const row = isRowReference(field) ? offered[field.to] : undefined
      return row ? [[key, row.value]] : []
    }),
  )
}

function OfferedChoice({ name, onChoose, onFail }: Props & { readonly name: string }) {
  const { offered, remember } = useCurrentUser()
  const { entity } = useEntity(name)
  if (!entity) return null
  const id = `offered-${name}`
  const row = offered[name]
  return (
    <Form.Item label={entity.title} htmlFor={id} style={{ marginBottom: 12 }}>
      <ReferenceSelect
        id={id}
        field={{ type: 'reference', to: entity.name, show: entity.label, label: entity.title }}
        value={row?.value}
        text={row?.label}
        narrowing={offeredNarrowing(entity.fields, offered)}
        onChange={(value) => {
          if (value !== undefined) remember(name, value).then(onChoose, onFail)
        }}
      />
    </Form.Item>
  )
}

/** The rows that all screens start with; each can be switched. */
export function OfferedChoices(props: Props) {
  const { offered } = useCurrentUser()
  return (
    <Form layout="vertical">
      {Object.keys(offered).map((name) => (
        <OfferedChoice key={name} name={name} {...props} />
      ))}
    </Form>
  )
}
