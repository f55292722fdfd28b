import { Button } from 'antd'
import { Component, type ErrorInfo, type ReactNode } from 'react'
import { ReadableError } from '../browser/readable-error.ts'
import { TroubleView } from '../browser/TroubleView.tsx'

interface Props {
  readonly children: ReactNode
  /** Called with the error, so that the application can log it. */
  readonly onFault?: (error: Error, info: ErrorInfo) => void
}
interface State {
  readonly error?: Error
}

/** Keeps an error inside one page, which can be tried again. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = {}
  static getDerivedStateFromError(error: Error): State {
    return { error }
  }
  override componentDidCatch(error: Error, info: ErrorInfo): void {
    this.props.onFault?.(error, info)
  }
  override render(): ReactNode {
    if (!this.state.error) return this.props.children
    return (
      <TroubleView
        title="页面出错了"
        text={this.state.error instanceof ReadableError ? this.state.error.message : '抱歉，页面出错了，请重试'}
        actions={
          <Button type="primary" onClick={() => this.setState({ error: undefined })}>
            重试
          </Button>
        }
      />
    )
  }
}
