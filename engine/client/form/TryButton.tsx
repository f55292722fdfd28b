import { App, Button } from 'antd'
import { useRef, useState } from 'react'
import { useCurrentUser } from '../../browser/current-user.ts'
import { tellRefusal } from '../../browser/refusal.ts'
import { checkRow } from '../../schema/check-row.ts'
import type { AnyEntity, TrySpec, WireRow } from '../../schema/index.ts'
import { canCall } from '../access.ts'
import { tryCall } from '../calls.ts'
import { fieldSentences } from '../field-sentences.ts'
import { keyOf } from '../row-key.ts'
import type { BesideProps } from './beside.ts'

interface Props extends BesideProps {
  readonly entity: AnyEntity
  /** The row that the form started from. */
  readonly row: WireRow
  readonly spec: TrySpec
}

/** Makes a call with what the form holds, which is not saved by it, and says what came of it. */
export function TryButton({ entity, row, spec, values, tell }: Props) {
  const app = App.useApp()
  const { permissions } = useCurrentUser()
  const [isTrying, setTrying] = useState(false)
  const running = useRef(false)
  if (!canCall(entity, spec.call, permissions)) return null
  const { call, label, waiting, failure } = spec

  const tellProblems = (problems: Readonly<Record<string, string>>) => {
    const [first] = Object.entries(problems)
    if (first) tell(...first)
  }
  const attempt = async () => {
    if (running.current) return
    const params = entity.calls?.[call]?.params ?? {}
    const known: WireRow = { ...row, id: row[keyOf(entity)] ?? row['id'], ...values() }
    const sent = Object.fromEntries(Object.keys(params).map((key) => [key, known[key]]))
    const { problems } = checkRow({ fields: params }, sent, 'add')
    if (Object.keys(problems).length > 0) return tellProblems(problems)
    running.current = true
    setTrying(true)
    const stop = app.message.loading({ content: waiting, duration: 0 })
    try {
      const { passed, text } = await tryCall(entity, call, sent)
      if (passed) void app.message.success(text)
      else app.modal.error({ title: failure, content: text, okText: '知道了' })
    } catch (error) {
      const sentences = fieldSentences(error)
      if (sentences) tellProblems(sentences)
      else tellRefusal(app, error, { kind: 'error' })
    } finally {
      stop()
      running.current = false
      setTrying(false)
    }
  }
  return (
    <Button loading={isTrying} onClick={() => void attempt()}>
      {label}
    </Button>
  )
}
