import { CloseOutlined, DownOutlined, ReloadOutlined, VerticalAlignMiddleOutlined } from '@ant-design/icons'
import { Button, Dropdown, type MenuProps } from 'antd'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { firstClick } from '../../../engine/client/index.ts'
import { home } from '../product.ts'
import { inFrame } from './in-frame.ts'
import type { OpenTab } from './open-tabs.ts'
import { isPlain } from './plain-click.ts'
import type { OpenTabs } from './use-open-tabs.ts'
import './page-tabs.css'

const mayClose = (path: string, { tabs }: OpenTabs): boolean => path !== home && tabs.length > 1

function commandsFor(path: string, pages: OpenTabs): MenuProps {
  return {
    items: [
      { key: 'reload', icon: <ReloadOutlined />, label: '重新加载' },
      { key: 'close', icon: <CloseOutlined />, label: '关闭', disabled: !mayClose(path, pages) },
      {
        key: 'closeOthers',
        icon: <VerticalAlignMiddleOutlined rotate={90} />,
        label: '关闭其他',
        disabled: pages.tabs.every((tab) => tab.path === path || tab.path === home),
      },
    ],
    onClick: ({ key, domEvent }) => {
      domEvent.stopPropagation()
      if (key === 'reload') pages.reload(path)
      if (key === 'close') pages.close(path)
      if (key === 'closeOthers') pages.closeOthers(path)
    },
  }
}

interface TabProps {
  readonly tab: OpenTab
  readonly pages: OpenTabs
  /** Moves to another tab with an arrow key, Home or End. */
  onStep(event: KeyboardEvent): void
}

/** One open page: a tab that is a link too. The keyboard closes it with Delete; the cross is for the mouse alone. */
function PageTab({ tab: { path, url, title }, pages, onStep }: TabProps) {
  const isCurrent = path === pages.current
  const closes = mayClose(path, pages)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Delete' && closes) pages.close(path)
    else onStep(event)
  }
  return (
    <Dropdown menu={commandsFor(path, pages)} trigger={['contextMenu']}>
      <span role="presentation" className="page-tab" data-current={isCurrent}>
        <a
          role="tab"
          aria-selected={isCurrent}
          tabIndex={isCurrent ? 0 : -1}
          href={url}
          onKeyDown={onKeyDown}
          onClick={(event) => isPlain(event) && !isCurrent && pages.open(path)}
        >
          {title}
        </a>
        {closes && <CloseOutlined aria-hidden className="page-tab-close" title="关闭标签" onClick={() => pages.close(path)} />}
      </span>
    </Dropdown>
  )
}

/** The open pages. A right click on a tab opens its menu; the menu of the current tab is also at the end of the bar. */
export function PageTabs({ pages }: { readonly pages: OpenTabs }) {
  const { tabs, current } = pages
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const reveal = () => list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    return inFrame(reveal)
  }, [current, tabs.length])
  const step = (event: KeyboardEvent) => {
    const entries = [...(list.current?.querySelectorAll<HTMLElement>('[role="tab"]') ?? [])]
    const index = entries.findIndex((entry) => entry === event.target)
    const target = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: entries.length - 1 }[event.key]
    if (target === undefined) return
    event.preventDefault()
    entries[target]?.focus()
  }
  if (tabs.length === 0) return null
  return (
    <nav className="page-tabs" aria-label="打开的页面">
      <div role="tablist" aria-label="打开的页面" className="page-tab-list" ref={list}>
        {tabs.map((tab) => (
          <PageTab key={tab.path} tab={tab} pages={pages} onStep={step} />
        ))}
      </div>
      <Dropdown menu={commandsFor(current, pages)} trigger={['click']} autoFocus>
        <Button type="text" size="small" icon={<DownOutlined />} aria-label="标签操作" onClickCapture={firstClick} />
      </Dropdown>
    </nav>
  )
}
