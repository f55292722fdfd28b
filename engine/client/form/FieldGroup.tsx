import { FormGrid } from '@formily/antd-v5'
import { Divider } from 'antd'
import type { ReactNode } from 'react'

interface Props {
  readonly title?: string
  readonly columns?: number
  readonly children?: ReactNode
}

/** Fields that belong together, in as many columns as there is room for. */
export function FieldGroup({ title, columns, children }: Props) {
  return (
    <section aria-label={title || undefined}>
      {title && (
        <Divider orientation="left" orientationMargin={0} style={{ marginBlock: '0 12px' }}>
          {title}
        </Divider>
      )}
      <FormGrid minColumns={1} maxColumns={columns} minWidth={260} columnGap={24} rowGap={0}>
        {children}
      </FormGrid>
    </section>
  )
}
