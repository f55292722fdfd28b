import { Button, Select } from 'antd'
import { isFull, TRAY, type Plan } from '../shared/plan.ts'

interface Props {
  readonly plan: Plan
  readonly selected: ReadonlySet<string>
  move(place: number): void
  swap(): void
  clear(): void
}

/** The actions on the chosen students, without dragging. */
export function MoveBar({ plan, selected, move, swap, clear }: Props) {
  const places = plan.sessions.map((session, index) => ({
    value: index,
    label: `${session.groupName}（${session.students.length}/${session.seatNum}）`,
    disabled: isFull(session),
  }))
  return (
    <div className="plan-bar" role="toolbar" aria-label="已选学生">
      <span aria-live="polite">已选 {selected.size} 人</span>
      <Select<number>
        aria-label="移到"
        placeholder="移到"
        showSearch
        optionFilterProp="label"
        value={null}
        options={[...places, { value: TRAY, label: '待安排', disabled: false }]}
        onChange={move}
        style={{ minWidth: 160 }}
      />
      {selected.size === 2 && <Button onClick={swap}>互换</Button>}
      <Button type="text" onClick={clear}>
        取消选择
      </Button>
    </div>
  )
}
