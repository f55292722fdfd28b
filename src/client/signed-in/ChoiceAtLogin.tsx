import type { ComponentProps } from 'react'
import { Designed } from '../theme/Designed.tsx'
import { IdentityChooser } from './IdentityChooser.tsx'

/** The choice of role and department on the login page, which has no theme for antd around it. */
export function ChoiceAtLogin(props: Omit<ComponentProps<typeof IdentityChooser>, 'ask' | 'title'>) {
  return (
    <Designed>
      <IdentityChooser {...props} ask={['role', 'department']} title="请选择登录身份" />
    </Designed>
  )
}
