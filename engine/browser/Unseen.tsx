import type { ReactNode } from 'react'
import './unseen.css'

interface Props {
  readonly as?: 'span' | 'h1' | 'label'
  /** The input that it names, where it is a label. */
  readonly htmlFor?: string
  readonly children: ReactNode
}

/** Words for screen readers: others see them elsewhere, as in the heading of a column. */
export const Unseen = ({ as: Part = 'span', ...rest }: Props) => <Part className="engine-unseen" {...rest} />
