import { commaList } from '../comma-list.ts'
import type { ReferenceField } from '../structure.ts'
import type { CellProps } from '../client-contract.ts'
import { PlainCell } from './PlainCell.tsx'
import { messages } from '../messages.ts'
import { NoText } from './NoText.tsx'
import { useTexts } from './use-options.ts'

type Props = CellProps<ReferenceField>

function FetchedText({ field, value }: Props) {
  const ids = commaList(String(value))
  const { texts, absent } = useTexts(field, ids)
  const found = ids.map((id) => texts.get(id) ?? absent)
  return found.includes(undefined) ? <NoText why={undefined} /> : <PlainCell text={found.join('、')} />
}

/** The text of a referenced row. Rows of lists contain the text; for a single value it is requested. */
export function ReferenceCell(props: Props) {
  if (props.text === undefined) return <FetchedText {...props} />
  if (props.text === '') return <NoText why={messages.gone} />
  return <PlainCell text={props.text.replaceAll(',', '、')} ellipsis={props.ellipsis} />
}
