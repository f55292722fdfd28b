import { ConfigProvider } from 'antd'
import type { ReactNode } from 'react'
import { usePhone } from '../parts/use-phone.ts'

const tall = { components: { Tree: { titleHeight: 44 } } }

/** Around a tree: on a telephone its rows are as high as a finger needs. */
export function FingerRows({ children }: { readonly children: ReactNode }) {
  return usePhone() ? <ConfigProvider theme={tall}>{children}</ConfigProvider> : children
}
