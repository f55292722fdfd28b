import { OfferedChoices } from '../../../engine/client/index.ts'

interface Props {
  onChoose(): void
  onFail(error: unknown): void
}

/** What the header's switch opens; a chunk of its own. */
export function OfferedPanel(props: Props) {
  return (
    <div className="offered-panel">
      <OfferedChoices {...props} />
      <p>各页面从这里的选择开始；在页面上另选时，这里跟着变。</p>
    </div>
  )
}
