import { AutoComplete, Form, Input, Segmented, Select } from 'antd'
import { cleanScore, scoreProblem } from '../state/mark.ts'
import type { MarkKind, MarkPlace, Marks, ResultRow } from '../../wire.ts'

/** What is typed in the window. */
export interface Typed {
  readonly mark: MarkKind
  readonly score: string
  readonly comment: string
  readonly bz: string
  readonly absentReason: string
}

/** The typed values as they are sent; undefined while they are incomplete. */
export function marksOf({ mark, score, comment, bz, absentReason }: Typed): Marks | undefined {
  if (mark === 'present') return { mark }
  if (mark === 'absent') return absentReason.trim() ? { mark, absentReason: absentReason.trim() } : undefined
  const remarks = { ...(comment.trim() ? { comment: comment.trim() } : {}), ...(bz.trim() ? { bz: bz.trim() } : {}) }
  return scoreProblem(score) ? undefined : { mark, score, ...remarks }
}

const kinds: { readonly value: MarkKind; readonly label: string }[] = [
  { value: 'score', label: '评分' },
  { value: 'absent', label: '缺席' },
  { value: 'absentScore', label: '缺席记分' },
  { value: 'present', label: '取消缺席' },
]
const says: Readonly<Record<MarkKind, string>> = {
  score: '给还没有评分的学生，有没有提交都可以：没有照片的记为现场评分，缺席的不动',
  absent: '给没有提交的学生',
  absentScore: '给缺席的学生：0 分仍是缺席，高于 0 分记为补做',
  present: '给登记了缺席、还没有评分的学生',
}
const reasons = ['未到', '病假', '事假', '旷课'].map((value) => ({ value }))

interface Choice {
  readonly value: string
  readonly label: string
}

/** Each value once, sorted with numbers in numeric order. */
function choicesOf(choices: readonly Choice[]): Choice[] {
  const byValue = new Map(choices.map((choice) => [choice.value, choice]))
  return [...byValue.values()].sort((one, other) => one.label.localeCompare(other.label, 'zh', { numeric: true }))
}

interface PlaceSelectProps {
  readonly id: string
  readonly label: string
  readonly choices: readonly Choice[]
  readonly value: string | undefined
  onChange(value: string | undefined): void
}

/** A choice of one, or of all if nothing is chosen. */
function PlaceSelect({ id, label, choices, value, onChange }: PlaceSelectProps) {
  return (
    <Form.Item label={label} htmlFor={id}>
      <Select
        id={id}
        allowClear
        placeholder={`全部${label}`}
        options={[...choices]}
        value={value ?? null}
        onChange={(next: string | null) => onChange(next ?? undefined)}
      />
    </Form.Item>
  )
}

interface PlaceProps {
  readonly place: MarkPlace
  readonly rows: readonly ResultRow[]
  onPlace(place: MarkPlace): void
}

/** Whose results: a small group, and an item. */
function PlaceFields({ place, rows, onPlace }: PlaceProps) {
  const groups = choicesOf(
    rows.flatMap(({ smallGroup }) => (smallGroup ? [{ value: String(smallGroup), label: `第 ${smallGroup} 小组` }] : [])),
  )
  const items = choicesOf(rows.map((row) => ({ value: row.inspectionId, label: row.inspectionId_dictText ?? '' })))
  return (
    <>
      {place.stuId === undefined && (
        <PlaceSelect
          id="marks-group"
          label="小组"
          choices={groups}
          value={place.smallGroup}
          onChange={(smallGroup) => onPlace({ ...place, smallGroup })}
        />
      )}
      <PlaceSelect
        id="marks-item"
        label="考察项"
        choices={items}
        value={place.inspectionId}
        onChange={(inspectionId) => onPlace({ ...place, inspectionId })}
      />
    </>
  )
}

interface RemarkInputProps {
  readonly id: string
  readonly label: string
  readonly value: string
  onChange(value: string): void
}

function RemarkInput({ id, label, value, onChange }: RemarkInputProps) {
  return (
    <Form.Item label={label} htmlFor={id}>
      <Input id={id} maxLength={500} value={value} onChange={(event) => onChange(event.target.value)} />
    </Form.Item>
  )
}

interface Props extends PlaceProps {
  readonly typed: Typed
  onType(part: Partial<Typed>): void
}

const isScore = ({ mark }: Typed): boolean => mark === 'score' || mark === 'absentScore'

/** What to write, and on whose results. */
export function MarkFields({ typed, onType, ...place }: Props) {
  const { mark, score } = typed
  const choose = (next: MarkKind) => onType(next === 'absentScore' ? { mark: next, score: '0' } : { mark: next })
  return (
    <>
      <Segmented<MarkKind> block aria-label="登记" options={kinds} value={mark} onChange={choose} />
      <p className="live-faint">{says[mark]}</p>
      <div className="roster-fields">
        <PlaceFields {...place} />
        {isScore(typed) && (
          <>
            <Form.Item label="分数" htmlFor="marks-score" validateStatus={score !== '' && scoreProblem(score) ? 'error' : ''}>
              <Input
                id="marks-score"
                autoFocus
                inputMode="decimal"
                placeholder="0–100"
                maxLength={5}
                value={score}
                onChange={(event) => onType({ score: cleanScore(event.target.value) })}
              />
            </Form.Item>
            <RemarkInput id="marks-comment" label="评语" value={typed.comment} onChange={(comment) => onType({ comment })} />
            <RemarkInput id="marks-note" label="备注" value={typed.bz} onChange={(bz) => onType({ bz })} />
          </>
        )}
        {mark === 'absent' && (
          <Form.Item label="缺席原因" htmlFor="marks-reason" required>
            <AutoComplete
              id="marks-reason"
              options={reasons}
              maxLength={100}
              value={typed.absentReason}
              onChange={(absentReason: string) => onType({ absentReason })}
            />
          </Form.Item>
        )}
      </div>
    </>
  )
}
