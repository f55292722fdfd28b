import { Suspense, useState } from 'react'
import { ApiError, lazyPart } from '../../../../engine/client/index.ts'
import { asFarAs } from '../../../../engine/outside.ts'
import { nonEmptyText, objectOf, open } from '../../../../engine/json-schema-parts.ts'
import { MissingPages } from '../../MissingPages.tsx'
import type { LoginRecord } from '../../signed-in/login-record.ts'

const SecondStepDialog = lazyPart(() => import('./SecondStepDialog.tsx').then((file) => file.SecondStepDialog), MissingPages)

interface CodeNeeded {
  readonly twoStep: string
}
const codeNeeded = open(objectOf<CodeNeeded>({ required: { twoStep: true }, properties: { twoStep: nonEmptyText } }))

/** The ticket with which the dynamic code is sent, if that is what a refusal asks for. */
export const ticketIn = (error: unknown): string | undefined =>
  error instanceof ApiError ? asFarAs(codeNeeded, error.details)?.twoStep : undefined

interface Asked {
  readonly ticket: string
  onDone(login: LoginRecord | undefined): void
  onFailed(error: unknown): void
}

/** Asks for the dynamic code of an account that needs one; `dialog` must be on the page. */
export function useSecondStep() {
  const [asked, setAsked] = useState<Asked>()
  /** Signs in, with the code if it is asked for; nothing if the user has closed the dialog. */
  async function complete(ask: () => Promise<LoginRecord>): Promise<LoginRecord | undefined> {
    try {
      return await ask()
    } catch (error) {
      const ticket = ticketIn(error)
      if (!ticket) throw error
      try {
        return await new Promise((onDone, onFailed) => setAsked({ ticket, onDone, onFailed }))
      } finally {
        setAsked(undefined)
      }
    }
  }
  const dialog = asked && (
    <Suspense>
      <SecondStepDialog {...asked} />
    </Suspense>
  )
  return { complete, dialog }
}
