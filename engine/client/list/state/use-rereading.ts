import { useEffect, useRef } from 'react'
import { useSWRConfig } from 'swr'
import { send } from '../../../browser/api.ts'
import { askAhead } from '../../../browser/ahead.ts'
import { headersBy } from '../../../browser/own-accord.ts'
import type { ListPage } from '../../model/list-page.ts'
import { aheadOf, rowsPage, rowsCall, type RowsAnswer, type RowsCall } from './rows-call.ts'
import type { EntityListState } from './use-entity-list.ts'

/** Sends the call of a page that asks on its own, which keeps no login alive. */
async function askInBackground(call: RowsCall): Promise<ListPage> {
  const [, url, params] = call
  return rowsPage(call, (await send<RowsAnswer>({ method: 'GET', url, params: { ...params }, headers: headersBy('page') })).result)
}

/** Reads the rows of a list again while its page is visible, until that fails; whoever reads them again by hand starts it anew. */
export function useRereading({ entity, model, state, fixed, data }: EntityListState): void {
  const { mutate } = useSWRConfig()
  const asked = useRef<ReturnType<typeof rowsCall>['call']>(undefined)
  asked.current = data.isCurrent && !data.error ? rowsCall({ entity, model, state, fixed }).call : undefined
  const { rereads } = entity.lists?.[model.name] ?? entity.list
  useEffect(() => {
    if (rereads === undefined) return undefined
    const timer = setInterval(() => {
      const call = asked.current
      if (!call || document.hidden) return
      askAhead(aheadOf(call), () => askInBackground(call)).catch(() => undefined)
      void mutate(call)
    }, rereads * 1000)
    return () => clearInterval(timer)
  }, [mutate, rereads])
}
