import type { CellProps } from '../client-contract.ts'
import type { ReferenceField } from '../reference-field.ts'
import { PlainCell } from '../PlainCell.tsx'
import { useTexts } from './use-options.ts'

type Props = CellProps<ReferenceField>

function FetchedText({ field, value }: Props) {
  const ids = String(value).split(',').filter(Boolean)
  const texts = useTexts(field, ids)
  return <PlainCell text={ids.map((id) => texts.get(id) ?? id).join('、')} />
}

/** The text of what is pointed to; rows of lists bring it along, a lone value asks for it. */
export function ReferenceCell(props: Props) {
  if (props.text === undefined) return <FetchedText {...props} />
  return <PlainCell text={props.text.replaceAll(',', '、')} ellipsis={props.ellipsis} />
}
