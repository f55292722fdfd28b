import { App, type FormInstance } from 'antd'
import { useState } from 'react'
import { ApiError, send, tellRefusal } from '../../../../engine/client/index.ts'
import { fieldProblems } from '../password-rule.ts'

interface Call {
  readonly url: string
  readonly data?: Readonly<Record<string, unknown>>
}

/** Calls of a small form: one at a time, with refusals on the fields that they are about. */
export function useFormCall(form: FormInstance) {
  const app = App.useApp()
  const [isBusy, setBusy] = useState(false)
  /** The answer; nothing if it was refused, which the user has then been told. */
  async function call<T>({ url, data }: Call): Promise<{ message: string; result: T } | undefined> {
    if (isBusy) return undefined
    setBusy(true)
    try {
      return await send<T>({ method: 'POST', url, data })
    } catch (error) {
      const fields = Object.keys(form.getFieldsValue(true) as object)
      const problems = error instanceof ApiError ? fieldProblems(error.details, fields) : []
      if (problems.length > 0) form.setFields(problems.map(({ field, sentence }) => ({ name: field, errors: [sentence] })))
      else tellRefusal(app, error, { kind: 'error' })
      return undefined
    } finally {
      setBusy(false)
    }
  }
  return { call, isBusy }
}
