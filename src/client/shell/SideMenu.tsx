import { SearchOutlined } from '@ant-design/icons'
import { Empty, Input, Menu, type MenuProps } from 'antd'
import { memo, useEffect, useMemo, useRef, useState, type MouseEvent } from 'react'
import { clearable } from '../../../engine/client/index.ts'
import { prefetchPage } from '../pages/screens.tsx'
import { inFrame } from './in-frame.ts'
import { MenuIcon } from './MenuIcon.tsx'
import { isPlain } from './plain-click.ts'
import { usePinyin } from './use-pinyin.ts'
import { filterMenu, foldersOf, pageAt, titleOf, type MenuNode } from './menu-tree.ts'

type Item = NonNullable<MenuProps['items']>[number]

/** A link, so that the browser's own ways of opening one work; the menu handles a plain click. */
function PageLink({ path, title }: { readonly path: string; readonly title: string }) {
  const leave = (event: MouseEvent) => {
    if (!isPlain(event)) event.stopPropagation()
  }
  return (
    <a href={path} tabIndex={-1} draggable={false} onClick={leave}>
      {title}
    </a>
  )
}

function toItem(node: MenuNode): Item {
  const icon = <MenuIcon name={node.meta?.icon} />
  const title = titleOf(node)
  if (node.children?.length) return { key: node.id, icon, label: title, children: node.children.map(toItem) }
  return { key: node.path, icon, label: <PageLink path={node.path} title={title} />, title, onMouseEnter: () => prefetchPage(node.screen) }
}

/** Scrolls the menu, and nothing around it, until the entry of the open page is seen. */
function reveal(box: Element | null): void {
  const entry = box?.querySelector('.ant-menu-item-selected')
  if (!box || !entry) return
  const [room, place] = [box.getBoundingClientRect(), entry.getBoundingClientRect()]
  if (place.top < room.top || place.bottom > room.bottom) box.scrollTop += place.top - room.top - (room.height - place.height) / 2
}

interface Props {
  readonly menu: readonly MenuNode[]
  readonly current: string
  readonly collapsed: boolean
  onOpen(path: string): void
}

/** The permission tree as a menu, with a search over its titles. */
export const SideMenu = memo(function SideMenu({ menu, current, collapsed, onOpen }: Props) {
  const [words, setWords] = useState('')
  const matches = usePinyin(words)
  const shown = useMemo(() => filterMenu(menu, words, matches), [menu, words, matches])
  const [opened, setOpened] = useState<string[]>(() => [...foldersOf(menu)])
  useEffect(() => {
    const above = pageAt(menu, current)?.parents.map((node) => node.id) ?? []
    setOpened((held) => [...new Set([...held, ...above])])
  }, [menu, current])
  const box = useRef<HTMLElement>(null)
  useEffect(() => inFrame(() => reveal(box.current)), [menu, current])
  const open = (address: string) => {
    if (address.startsWith('/')) onOpen(address)
    else window.open(address, '_blank', 'noopener,noreferrer')
  }
  const searched = words.trim() ? [...foldersOf(shown)] : undefined
  const openProps = collapsed ? {} : { openKeys: searched ?? opened, onOpenChange: setOpened }
  return (
    <>
      {!collapsed && (
        <div className="menu-search">
          <Input
            allowClear={clearable}
            prefix={<SearchOutlined />}
            placeholder="搜索菜单"
            aria-label="搜索菜单"
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
        </div>
      )}
      <nav ref={box} className="menu-scroll" aria-label="主菜单">
        {shown.length === 0 ? (
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={words ? '没有匹配的菜单' : '暂无可用菜单'} />
        ) : (
          <Menu mode="inline" items={shown.map(toItem)} selectedKeys={[current]} {...openProps} onClick={({ key }) => open(key)} />
        )}
      </nav>
    </>
  )
})
