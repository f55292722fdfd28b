import { Suspense, type ReactNode } from 'react'
import { lazyPart } from '../../browser/lazy-part.tsx'

interface Props {
  readonly name: string
  /** Shown for an unknown name. */
  readonly otherwise?: ReactNode
}

const Drawing = lazyPart(
  () => import('./Drawing.tsx').then((file) => file.Drawing),
  ({ otherwise }: Props) => otherwise ?? null,
)

/** An icon by its name. The drawings are loaded when the first one is shown. */
export function LazyIcon(props: Props) {
  return (
    <Suspense fallback={null}>
      <Drawing {...props} />
    </Suspense>
  )
}
