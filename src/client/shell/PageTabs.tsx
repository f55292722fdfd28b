import { CloseOutlined, DownOutlined, ReloadOutlined, VerticalAlignMiddleOutlined } from '@ant-design/icons'
import { Button, Dropdown, Tabs, type MenuProps } from 'antd'
import { home } from '../product.ts'
import type { OpenTabs } from './use-open-tabs.ts'

function commandsFor(path: string, pages: OpenTabs): MenuProps {
  return {
    items: [
      { key: 'reload', icon: <ReloadOutlined />, label: '重新加载' },
      { key: 'close', icon: <CloseOutlined />, label: '关闭', disabled: path === home || pages.tabs.length === 1 },
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

/** The open pages; the menu of each is on its right click, that of the current one also at the end of the bar. */
export function PageTabs({ pages }: { readonly pages: OpenTabs }) {
  const { tabs, current } = pages
  if (tabs.length === 0) return null
  return (
    <Tabs
      className="page-tabs"
      type="editable-card"
      hideAdd
      locale={{ removeAriaLabel: '关闭标签', dropdownAriaLabel: '更多标签' }}
      size="small"
      activeKey={current}
      onTabClick={(path) => {
        if (path !== current) pages.open(path)
      }}
      onEdit={(path, action) => {
        if (action === 'remove' && typeof path === 'string') pages.close(path)
      }}
      items={tabs.map((tab) => ({
        key: tab.path,
        closable: tab.path !== home && tabs.length > 1,
        label: (
          <Dropdown menu={commandsFor(tab.path, pages)} trigger={['contextMenu']}>
            <span>{tab.title}</span>
          </Dropdown>
        ),
      }))}
      tabBarExtraContent={
        <Dropdown menu={commandsFor(current, pages)} trigger={['click']}>
          <Button type="text" size="small" icon={<DownOutlined />} aria-label="标签操作" />
        </Dropdown>
      }
    />
  )
}
