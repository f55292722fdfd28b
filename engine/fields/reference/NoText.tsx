import { Skeleton, Typography } from 'antd'

/** What stands where there is no text for what is pointed to. */
export const gone = '已删除'
/** What a select is told meanwhile; it reads its labels to screen readers, and the id where a label is no text. */
export const loading = '加载中…'

/** Instead of a text that cannot be had, with the reason; a placeholder while it is on its way. */
export function NoText({ why }: { readonly why: string | undefined }) {
  if (why === undefined) return <Skeleton.Node active style={{ width: 72, height: 14 }} />
  return <Typography.Text type="secondary">{why}</Typography.Text>
}
