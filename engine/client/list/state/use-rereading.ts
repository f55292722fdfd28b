import { useEffect, useRef } from 'react'
import { useSWRConfig } from 'swr'
import { askAhead } from '../../../browser/ahead.ts'
import { aheadOf, askRows, rowsCall } from './rows-call.ts'
import type { EntityListState } from './use-entity-list.ts'

/** Reads the rows of a list again while its page is visible, until that fails; whoever reads them again by hand starts it anew. */
export function useRereading({ entity, model, state, fixed, data }: EntityListState): void {
  const { mutate } = useSWRConfig()
  const asked = useRef<ReturnType<typeof rowsCall>['call']>(undefined)
  asked.current = data.isCurrent && !data.error ? rowsCall({ entity, model, state, fixed }).call : undefined
  const { rereads } = model
  useEffect(() => {
    if (rereads === undefined) return undefined
    const timer = setInterval(() => {
      const call = asked.current
      if (!call || document.hidden) return
      void askAhead(aheadOf(call), () => askRows(call, { isBackground: true })).catch(() => undefined)
      void mutate(call)
    }, rereads * 1000)
    return () => clearInterval(timer)
  }, [mutate, rereads])
}
