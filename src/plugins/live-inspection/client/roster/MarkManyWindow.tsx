import { Alert, Form, Modal } from 'antd'
import { useState } from 'react'
import useSWR from 'swr'
import { windowClass } from '../marking/focus-field.ts'
import type { MarkKind, MarkPlace, MarkPlan, ResultRow } from '../../wire.ts'
import { planMarks } from './mark-calls.ts'
import { MarkFields, marksOf, type Typed } from './MarkFields.tsx'
import { PlanView } from './PlanView.tsx'
import { useMarkMany } from './use-mark-many.tsx'
import './roster.css'

/** Whose results to mark, and the mark to begin with. */
export interface MarksAsked {
  readonly title: string
  readonly place: MarkPlace
  readonly mark: MarkKind
  /** The results of the place, from which small groups and items are offered. */
  readonly rows: readonly ResultRow[]
}

interface Props {
  readonly asked: MarksAsked
  /** Many rows may have changed at once: the lists are read again. */
  onDone(): void
  onClose(): void
}

/**
 * Marks many results at once: it first shows what will be written, which students are affected and which are skipped; the write
 * can be undone.
 */
export function MarkManyWindow({ asked, onDone, onClose }: Props) {
  const [place, setPlace] = useState(asked.place)
  const [typed, setTyped] = useState<Typed>({
    mark: asked.mark,
    score: asked.mark === 'absentScore' ? '0' : '',
    comment: '',
    bz: '',
    absentReason: '未到',
  })
  const marks = marksOf(typed)
  const { data, error, isLoading, mutate } = useSWR<MarkPlan, Error>(
    marks ? ['plan marks', JSON.stringify([place, marks])] : null,
    () => planMarks(place, marks ?? { mark: typed.mark }),
    { revalidateOnFocus: false, dedupingInterval: 0 },
  )
  const { busy, save } = useMarkMany({ onDone, onSaved: onClose, onRefused: () => mutate() })
  const count = data?.rows.length ?? 0
  const canSave = marks !== undefined && data !== undefined && count > 0 && !isLoading
  const finish = () => {
    if (canSave && !busy) void save(data, marks)
  }
  return (
    <Modal
      open
      className={windowClass}
      width={760}
      title={asked.title}
      okText={`登记 ${count} 项`}
      cancelText="取消"
      okButtonProps={{ disabled: !canSave }}
      confirmLoading={busy}
      onOk={finish}
      onCancel={onClose}
    >
      <Form layout="vertical" className="roster-form" onFinish={finish}>
        <MarkFields typed={typed} place={place} rows={asked.rows} onPlace={setPlace} onType={(part) => setTyped({ ...typed, ...part })} />
        <button type="submit" hidden />
      </Form>
      {error ? (
        <Alert type="warning" showIcon message={error.message} />
      ) : (
        <PlanView
          plan={data}
          marks={marks}
          hint={typed.mark === 'absent' ? '填写缺席原因后显示将要登记的学生' : '填写分数后显示将要登记的学生'}
        />
      )}
    </Modal>
  )
}
