import { createFormGrid, FormGrid } from '@formily/antd-v5/esm/form-grid/index.js'
import { Divider } from 'antd'
import { useMemo, type ReactNode } from 'react'
import './form.css'

interface Props {
  readonly title?: string
  readonly columns?: number
  readonly children?: ReactNode
}

/**
 * As many equal columns as fit, up to this number. The package measures the drawn width of a box, which is too small while a window is
 * opening, and it does not notice the growth. So it is given the layout width instead.
 */
function gridOf(columns: number) {
  const grid = createFormGrid({ maxColumns: columns, minWidth: 260, columnGap: 24, rowGap: 0, strictAutoFit: true })
  const { connect } = grid
  grid.connect = (box) =>
    connect(box && Object.assign(box, { getBoundingClientRect: () => new DOMRect(0, 0, box.offsetWidth, box.offsetHeight) }))
  return grid
}

/** Fields that belong together, in as many columns as fit. */
export function FieldGroup({ title, columns = 1, children }: Props) {
  const grid = useMemo(() => gridOf(columns), [columns])
  return (
    <section aria-label={title || undefined} className="engine-group">
      {title && (
        <Divider orientation="left" orientationMargin={0} style={{ marginBlock: '0 12px' }}>
          {title}
        </Divider>
      )}
      <FormGrid grid={grid}>{children}</FormGrid>
    </section>
  )
}
