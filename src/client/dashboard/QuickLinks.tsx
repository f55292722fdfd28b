import { Empty } from 'antd'
import { Link } from 'react-router-dom'
import { home } from '../product.ts'
import { useMenu } from '../shell/menu-context.ts'
import { MenuIcon } from '../shell/MenuIcon.tsx'
import { pagesOf, titleOf } from '../shell/menu-tree.ts'

const MOST = 12

/** The user's first screens as tiles. */
export function QuickLinks() {
  const pages = pagesOf(useMenu()).filter(({ node, parents }) => node.path !== home && ![node, ...parents].some((part) => part.hidden))
  if (pages.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="暂无可用菜单" />
  return (
    <nav className="quick-links" aria-label="快捷入口">
      {pages.slice(0, MOST).map(({ node }) => (
        <Link key={node.id} to={node.path}>
          <MenuIcon name={node.meta?.icon} />
          <span>{titleOf(node)}</span>
        </Link>
      ))}
    </nav>
  )
}
