import { App } from 'antd'
import { useCallback, useMemo, useRef, useState } from 'react'
import { declaredCall, tellRefusal } from '../../../../engine/client/index.ts'
import { afterMove } from './seat-row.ts'
import type { SeatRow } from '../wire.ts'
import { useSeats } from './use-seats.ts'
import { workQueue } from './work-queue.ts'

const base = '/inspect/bhExperiSeat'

interface Move {
  readonly from: string
  readonly to: string
}

type Change = (
  shown: (before: readonly SeatRow[]) => readonly SeatRow[],
  work: () => Promise<unknown>,
  whenDone?: () => void,
) => Promise<void>

/**
 * Changes are shown at once and sent one after the other. After the last one, or after a refused one, the seats are read again,
 * because someone else may have moved students meanwhile.
 */
function useChange(mutate: ReturnType<typeof useSeats>['mutate']): Change {
  const { message, notification } = App.useApp()
  const queue = useMemo(
    () =>
      workQueue((refusal) => {
        tellRefusal({ message, notification }, refusal)
        return mutate()
      }),
    [message, notification, mutate],
  )
  const underWay = useRef(0)
  return useCallback<Change>(
    (shown, work, whenDone) => {
      underWay.current += 1
      void mutate((before) => [...shown(before ?? [])], { revalidate: false })
      return queue(() => work().then(() => whenDone?.())).finally(() => {
        underWay.current -= 1
        if (underWay.current === 0) void mutate()
      })
    },
    [queue, mutate],
  )
}

/** The actions on a seat map: move or swap, undo that, mark absent, and give a seat to a student without one. */
export function useMoves(sessionId: string) {
  const { message } = App.useApp()
  const { seats, error, mutate } = useSeats(sessionId)
  const [done, setDone] = useState<readonly Move[]>([])
  const change = useChange(mutate)

  const send = useCallback(
    ({ from, to }: Move, whenDone: () => void) => {
      let stuId: string | null | undefined
      void change(
        (before) => {
          stuId = before.find(({ id }) => id === from)?.stuId
          return afterMove(before, from, to)
        },
        () => declaredCall(`${base}/moveSeat`, { from, to, stuId }).post(),
        whenDone,
      )
    },
    [change],
  )
  const move = useCallback(
    (from: string, to: string) => {
      if (from !== to) send({ from, to }, () => setDone((moves) => [...moves, { from, to }]))
    },
    [send],
  )
  const last = done.at(-1)
  const undo = useCallback(() => {
    if (!last) return
    setDone((moves) => moves.slice(0, -1))
    send({ from: last.to, to: last.from }, () => void message.success('已撤销'))
  }, [last, send, message])
  const toggleAbsent = useCallback(
    (seat: SeatRow) => {
      if (!seat.stuId) return
      const absent = seat.absent === 1 ? 0 : 1
      void change(
        (before) => before.map((one) => (one.id === seat.id ? { ...one, absent } : one)),
        () => declaredCall(`${base}/markAbsent`, { experiSeatId: seat.id, absent }).post(),
      )
    },
    [change],
  )
  const seatFirst = useCallback(
    ({ studyNumber }: { readonly studyNumber: string }) =>
      change(
        (before) => before,
        async () => {
          await declaredCall(`${base}/seatStudent`, { experiGroupId: sessionId, studyNumber }).post()
          await mutate()
        },
      ),
    [change, sessionId, mutate],
  )
  return { seats, error, move, seatFirst, undo: last && undo, toggleAbsent, again: () => mutate() }
}
