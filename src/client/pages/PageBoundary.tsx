import { Component, type ReactNode } from 'react'
import { PartMissing } from '../../../engine/client/index.ts'
import { StatusPage } from './StatusPage.tsx'

interface Props {
  readonly children: ReactNode
  onRetry(): void
}
interface State {
  readonly error?: unknown
}

/** Keeps an error inside its page; the rest of the application keeps working. */
export class PageBoundary extends Component<Props, State> {
  override state: State = {}
  static getDerivedStateFromError(error: unknown): State {
    return { error }
  }
  retry = () => {
    this.props.onRetry()
    this.setState({ error: undefined })
  }
  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    const text = error instanceof PartMissing ? error.message : '抱歉，页面出错了，请重试'
    return <StatusPage status={500} text={text} onRetry={this.retry} />
  }
}
