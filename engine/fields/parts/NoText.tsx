import { Skeleton, Typography } from 'antd'

/** Instead of a text that cannot be had, with the reason; a placeholder while it is on its way. */
export function NoText({ why }: { readonly why: string | undefined }) {
  if (why === undefined) return <Skeleton.Node active style={{ width: 72, height: 14 }} />
  return <Typography.Text type="secondary">{why}</Typography.Text>
}
