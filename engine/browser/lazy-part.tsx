import { Component, createElement, lazy, type ComponentType, type ReactNode } from 'react'
import { loadPart, PartMissing } from './load-part.ts'

/** Shown in place of a part that failed to load; it gets the part's own props, for example to close a window. */
type Substitute<P> = ComponentType<P & { retry(): void }>

interface State {
  readonly error?: Error
}

/** A component that is loaded from a file of its own when it is first shown. If it cannot be loaded, `missing` is shown instead. */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>, missing: Substitute<P>): ComponentType<P> {
  const begin = () =>
    lazy(async () => {
      const part = await loadPart(load)
      return { default: ({ own }: { readonly own: P }) => createElement(part, own) }
    })
  let Part = begin()
  /** The failure has been shown; opening the part again requests it again. */
  let told = false
  const again = () => {
    told = false
    Part = begin()
  }
  return class LazyPart extends Component<P, State> {
    override state: State = {}
    static getDerivedStateFromError(error: Error): State {
      return { error }
    }
    constructor(props: P) {
      super(props)
      if (told) again()
    }
    override componentDidCatch(error: Error): void {
      told = error instanceof PartMissing
    }
    retry = () => {
      again()
      this.setState({ error: undefined })
    }
    override render(): ReactNode {
      const { error } = this.state
      if (error instanceof PartMissing) return createElement(missing, { ...this.props, retry: this.retry })
      if (error) throw error
      return <Part own={this.props} />
    }
  }
}
