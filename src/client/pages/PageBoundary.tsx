import { Component, type ReactNode } from 'react'
import { StatusPage } from './StatusPage.tsx'

interface Props {
  readonly children: ReactNode
  onRetry(): void
}
interface State {
  readonly failed: boolean
}

/** Keeps a fault inside its page; the rest of the application goes on. */
export class PageBoundary extends Component<Props, State> {
  override state: State = { failed: false }
  static getDerivedStateFromError(): State {
    return { failed: true }
  }
  retry = () => {
    this.props.onRetry()
    this.setState({ failed: false })
  }
  override render() {
    return this.state.failed ? <StatusPage status={500} text="抱歉，页面出错了，请重试" onRetry={this.retry} /> : this.props.children
  }
}
