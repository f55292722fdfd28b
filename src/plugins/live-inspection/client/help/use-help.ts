import { App } from 'antd'
import { useMemo } from 'react'
import { tellRefusal } from '../../../../../engine/client/index.ts'
import { useBench } from '../state/bench-context.ts'
import { calls } from '../state/calls.ts'
import { useAsk } from '../state/use-ask.ts'
import { afterDone } from '../state/at-hand.ts'
import { fieldLabelOf } from '../../shared/label.ts'
import type { HelpRow } from '../../wire.ts'
import type { HelpActions } from './help-context.ts'
import { holdIn } from '../marking/refusals.ts'
import { timeOf } from '../../../../teaching/moment.ts'
import { SOLVED } from '../../../../../schemas/teaching/help-states.ts'

/** Takes a request, gives it back, or marks it as solved. */
export function useHelp(): HelpActions {
  const bench = useBench()
  const { message, notification } = App.useApp()
  const ask = useAsk()
  return useMemo(() => {
    const change = (row: HelpRow, part: Partial<HelpRow>) => {
      const now = bench.help.row(row.id)
      if (now) bench.help.apply([{ put: { ...now, ...part } }])
    }
    const refused = (row: HelpRow, error: unknown) => tellRefusal({ message, notification }, error, { about: `${fieldLabelOf(row)}：` })
    return {
      take: async (row) => {
        try {
          const taken = await calls.takeHelp(row.id)
          change(row, { ...taken, takerId: bench.me.id, takerId_dictText: bench.me.name })
          void message.success(`${fieldLabelOf(row)}：已接受求助`)
        } catch (error) {
          const taken = holdIn(error)
          if (!taken) return refused(row, error)
          const { holder, until } = taken
          change(row, { takerId: holder.id, takerId_dictText: holder.name, takenUntil: timeOf(until) })
          void message.warning(`${fieldLabelOf(row)}：${holder.name} 已在处理`)
        }
      },
      giveBack: async (row) => {
        try {
          const back = await calls.returnHelp(row.id)
          change(row, { ...back, takerId: null, takerId_dictText: '', takenUntil: null })
          void message.success(`${fieldLabelOf(row)}：已退回队列`)
        } catch (error) {
          refused(row, error)
        }
      },
      solve: async (row) => {
        if (!(await ask('确定已解决吗?', { about: fieldLabelOf(row) }))) return
        const selection = bench.selection.help
        const then = afterDone(bench, 'help', row.id)
        const letGo = then === undefined ? () => undefined : bench.help.hold(then)
        try {
          const answer = await calls.solve(row.id)
          bench.help.apply([{ drop: row.id, now: { ...row, status: SOLVED, solverId: bench.me.id } }])
          if (selection.get() === row.id) selection.set(then)
          void message.success(`${fieldLabelOf(row)}：${answer.message}`)
        } catch (error) {
          refused(row, error)
        } finally {
          letGo()
        }
      },
    }
  }, [bench, message, notification, ask])
}
