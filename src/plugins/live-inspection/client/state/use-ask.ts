import { App } from 'antd'
import { useCallback } from 'react'
import { questionProps } from '../../../../../engine/client/index.ts'
import { useBench } from './bench-context.ts'

/**
 * Asks a question over the workbench and answers whether the user agreed; meanwhile the workbench ignores keys. A `careful`
 * question is not agreed to by an Enter typed ahead; `about` says whose result it is.
 */
export function useAsk(): (question: string, options?: { no?: string; careful?: boolean; about?: string }) => Promise<boolean> {
  const bench = useBench()
  const { modal } = App.useApp()
  return useCallback(
    async (title, { no = '取消', careful = false, about } = {}) => {
      bench.asking.begin()
      const agreed = await new Promise<boolean>((resolve) => {
        modal.confirm({
          ...questionProps({ title, about, no, destroys: careful }),
          onOk: () => resolve(true),
          onCancel: () => resolve(false),
        })
      })
      bench.asking.end()
      return agreed
    },
    [bench, modal],
  )
}
