import { DingdingOutlined, GithubOutlined, WechatOutlined, WechatWorkOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'

interface ThirdTypeLook {
  readonly type: string
  readonly label: string
  readonly icon: ReactNode
}

/** The other providers, in the order in which they are offered. */
export const thirdLooks: readonly ThirdTypeLook[] = [
  { type: 'github', label: 'GitHub', icon: <GithubOutlined /> },
  { type: 'wechat_enterprise', label: '企业微信', icon: <WechatWorkOutlined /> },
  { type: 'dingtalk', label: '钉钉', icon: <DingdingOutlined /> },
  { type: 'wechat_open', label: '微信', icon: <WechatOutlined /> },
]
