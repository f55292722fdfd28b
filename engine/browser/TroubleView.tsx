import { WarningFilled } from '@ant-design/icons'
import { Flex, theme } from 'antd'
import type { ReactNode } from 'react'

interface Props {
  readonly title: ReactNode
  readonly text: string
  readonly actions: ReactNode
  readonly className?: string
}

/** Shown in place of something that failed. It is loaded with the first page, because it must not need the network itself. */
export function TroubleView({ title, text, actions, className }: Props) {
  const { token } = theme.useToken()
  return (
    <Flex vertical align="center" gap="small" className={className} style={{ padding: token.paddingLG, textAlign: 'center' }} role="alert">
      <WarningFilled style={{ fontSize: 48, color: token.colorWarning }} />
      <strong style={{ fontSize: token.fontSizeHeading4 }}>{title}</strong>
      <span style={{ color: token.colorTextSecondary }}>{text}</span>
      <Flex gap="small" style={{ marginTop: token.marginSM }}>
        {actions}
      </Flex>
    </Flex>
  )
}
