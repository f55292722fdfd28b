import { Skeleton } from 'antd'
import { Faint } from '../../browser/Faint.tsx'

/** Shown instead of a missing text, with the reason; a placeholder while the text is loading. */
export function NoText({ why }: { readonly why: string | undefined }) {
  if (why === undefined) return <Skeleton.Node active style={{ width: 72, height: 14 }} />
  return <Faint>{why}</Faint>
}
