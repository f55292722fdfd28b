import { Form, Input, Modal, Select } from 'antd'
import { useEffect, useRef, useState } from 'react'
import useSWR from 'swr'
import { calls } from '../state/calls.ts'
import { fieldLabelOf } from '../../shared/label.ts'
import type { ResultRow } from '../../wire.ts'
import type { MarkDraft } from '../state/draft-store.ts'
import { windowClass } from './focus-field.ts'
import { cleanScore, draftOf, scoreProblem } from '../state/mark.ts'

interface Props {
  readonly row: ResultRow
  /** Saves; answers whether the window may close. */
  onDone(draft: MarkDraft): Promise<boolean>
  onClose(): void
}
interface Values {
  readonly score: string
  readonly inspectionCommentId: string
}

/** The result window: a score and a comment from the bank. It stays open until its contents are saved. */
export function MarkDialog({ row, onDone, onClose }: Props) {
  const [form] = Form.useForm<Values>()
  const [busy, setBusy] = useState(false)
  const { data } = useSWR(['remarks', row.inspectType ?? ''], async () => (await calls.remarks(row.inspectType)).records)
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  const finish = async ({ score, inspectionCommentId }: Values) => {
    setBusy(true)
    const chosen = data?.find(({ id }) => id === inspectionCommentId)
    const isDone = await onDone({
      ...draftOf(row),
      score: cleanScore(score),
      inspectionCommentId,
      comment: chosen?.comment ?? row.comment ?? '',
    })
    if (!isShown.current) return
    if (isDone) onClose()
    else setBusy(false)
  }
  return (
    <Modal
      open
      className={windowClass}
      width={800}
      title={`评分：${fieldLabelOf(row)}（${row.studyNumber ?? ''}）`}
      okText="保存"
      cancelText="取消"
      confirmLoading={busy}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form<Values>
        form={form}
        layout="vertical"
        initialValues={{ score: draftOf(row).score, inspectionCommentId: row.inspectionCommentId ?? undefined }}
        onFinish={(values) => void finish(values)}
      >
        <Form.Item
          name="score"
          label="成绩"
          rules={[
            { required: true, message: '请输入成绩!' },
            {
              validator: (_, score: string) => {
                const problem = score ? scoreProblem(score) : undefined
                return problem ? Promise.reject(new Error(problem)) : Promise.resolve()
              },
            },
          ]}
        >
          <Input autoFocus inputMode="decimal" placeholder="0–100" maxLength={5} onPressEnter={() => form.submit()} />
        </Form.Item>
        <Form.Item name="inspectionCommentId" label="考察评语" rules={[{ required: true, message: '请选择考察评语!' }]}>
          <Select
            showSearch
            loading={!data}
            placeholder="请选择考察评语"
            optionFilterProp="label"
            options={data?.map(({ id, comment }) => ({ value: id, label: comment }))}
          />
        </Form.Item>
      </Form>
    </Modal>
  )
}
