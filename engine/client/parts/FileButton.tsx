import { App, Button, type ButtonProps } from 'antd'
import { useState } from 'react'
import { singleClick } from './single-click.ts'
import { tellRefusal } from '../../browser/refusal.ts'

interface Props extends Pick<ButtonProps, 'aria-label' | 'children' | 'disabled' | 'icon' | 'title' | 'type'> {
  fetchFile(onProgress: (part: number | undefined) => void): Promise<void>
}

/** Fetches a file, one at a time, and shows the progress. */
export function FileButton({ fetchFile, children, ...look }: Props) {
  const app = App.useApp()
  const [state, setState] = useState<{ busy: boolean; part?: number | undefined }>({ busy: false })
  const run = async () => {
    setState({ busy: true })
    try {
      await fetchFile((part) => setState({ busy: true, part }))
    } catch (error) {
      tellRefusal(app, error)
    }
    setState({ busy: false })
  }
  return (
    <Button {...look} loading={state.busy} onClick={singleClick(() => void run())}>
      {children}
      {state.part !== undefined && ` ${Math.round(state.part * 100)}%`}
    </Button>
  )
}
