import type { AnyEntity } from '../../schema/index.ts'
import type { TreeLook } from '../tree/NodeTree.tsx'

/** What a tree says of itself in a window that chooses in it. */
export const treeLook = ({ title }: AnyEntity, lazy: true | undefined): TreeLook => ({
  title,
  search: `按${title}名称搜索…`,
  lazy,
})
