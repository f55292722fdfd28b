import { Divider } from 'antd'
import type { ReactNode } from 'react'

interface Props {
  readonly title?: string
  readonly columns?: number
  readonly children?: ReactNode
}

/** As many equal columns as there is room for, at most so many; told to the browser, which needs no measuring. */
const gridOf = (columns: number) => ({
  display: 'grid',
  columnGap: 24,
  gridTemplateColumns: `repeat(auto-fill, minmax(max(min(260px, 100%), calc(${100 / columns}% - 24px)), 1fr))`,
})

/** Fields that belong together, in as many columns as there is room for. */
export function FieldGroup({ title, columns = 1, children }: Props) {
  return (
    <section aria-label={title || undefined}>
      {title && (
        <Divider orientation="left" orientationMargin={0} style={{ marginBlock: '0 12px' }}>
          {title}
        </Divider>
      )}
      <div style={gridOf(columns)}>{children}</div>
    </section>
  )
}
