import { App } from 'antd'
import { useCallback } from 'react'
import { useBench } from './bench-context.ts'

/** Asks a question over the workbench and answers whether it was agreed to; meanwhile the workbench's keys rest. */
export function useAsk(): (question: string, no?: string) => Promise<boolean> {
  const bench = useBench()
  const { modal } = App.useApp()
  return useCallback(
    async (title, cancelText = '取消') => {
      bench.asking.begin()
      const agreed = await new Promise<boolean>((resolve) => {
        modal.confirm({ title, okText: '确定', cancelText, onOk: () => resolve(true), onCancel: () => resolve(false) })
      })
      bench.asking.end()
      return agreed
    },
    [bench, modal],
  )
}
