import { useEffect } from 'react'
import { isMark } from '../../fields/structure.ts'
import type { AnyEntity, WireRow } from '../../schema/index.ts'
import { answerParams, makeCall } from '../calls.ts'
import { idOf } from '../model/list-model.ts'
import { useReload } from '../list/state/use-list-rows.ts'

/** Marks a row that is shown whole. If that cannot be noted, it stays as it is and is marked when it is opened again. */
export function useSeen(entity: AnyEntity, row: WireRow | undefined): void {
  const reload = useReload(entity)
  const call = Object.entries(entity.fields).flatMap(([key, field]) => (isMark(field) && row?.[key] === 0 && field.seenBy) || [])[0]
  const id = row && idOf(entity, row)
  useEffect(() => {
    if (row === undefined || call === undefined) return
    makeCall(entity, call, answerParams(entity, call, { row }).known).then(reload, () => undefined)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each row, however often it is read
  }, [entity, id, call])
}
