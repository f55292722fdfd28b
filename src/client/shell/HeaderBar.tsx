import { BgColorsOutlined, FullscreenExitOutlined, FullscreenOutlined, MenuFoldOutlined, MenuUnfoldOutlined } from '@ant-design/icons'
import { Breadcrumb, Button, Tooltip } from 'antd'
import { Suspense, useState, useSyncExternalStore, type MouseEvent } from 'react'
import { lazyPart, MissingWindow } from '../../../engine/client/index.ts'
import { NoticeBell } from '../notices/NoticeBell.tsx'
import { GlobalSearch } from './search/GlobalSearch.tsx'
import { OfferedSwitch } from './OfferedSwitch.tsx'
import type { Crumb } from './use-place.ts'
import { isPlain } from './plain-click.ts'
import { UserMenu } from './UserMenu.tsx'

const ThemeDrawer = lazyPart(() => import('../theme/ThemeDrawer.tsx').then((file) => file.ThemeDrawer), MissingWindow)

function watchFullScreen(react: () => void): () => void {
  document.addEventListener('fullscreenchange', react)
  return () => document.removeEventListener('fullscreenchange', react)
}

function FullScreenButton() {
  const isFull = useSyncExternalStore(watchFullScreen, () => document.fullscreenElement !== null)
  const label = isFull ? '退出全屏' : '全屏'
  const toggle = () => (isFull ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(() => undefined)
  return (
    <Tooltip title={label}>
      <Button
        type="text"
        icon={isFull ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
        aria-label={label}
        onClick={() => void toggle()}
      />
    </Tooltip>
  )
}

function ThemeButton() {
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never')
  return (
    <>
      <Tooltip title="主题设置">
        <Button type="text" icon={<BgColorsOutlined />} aria-label="主题设置" onClick={() => setState('open')} />
      </Tooltip>
      {state !== 'never' && (
        <Suspense>
          <ThemeDrawer open={state === 'open'} onClose={() => setState('closed')} />
        </Suspense>
      )}
    </>
  )
}

/** A page above the current one. A click opens it here; the browser's own ways of opening a link still work. */
const itemOf = ({ title, path }: Crumb, onOpen: Props['onOpen']) => ({
  title,
  href: path,
  onClick: (event: MouseEvent) => {
    if (path !== undefined && isPlain(event)) onOpen(path)
  },
})

interface Props {
  readonly trail: readonly Crumb[]
  readonly menuShown: boolean
  readonly narrow: boolean
  onToggleMenu(): void
  /** Opens a page as it was left. */
  onOpen(path: string): void
  onSwitch(): void
  /** What is shown now, such as `entity:course`. */
  readonly screen: string | undefined
}

/** Menu switch, breadcrumb, and the user's own menus. */
export function HeaderBar({ trail, menuShown, narrow, onToggleMenu, onOpen, onSwitch, screen }: Props) {
  return (
    <>
      <Button
        type="text"
        icon={menuShown ? <MenuFoldOutlined /> : <MenuUnfoldOutlined />}
        aria-label={menuShown ? '收起菜单' : '展开菜单'}
        aria-expanded={menuShown}
        onClick={onToggleMenu}
      />
      <Breadcrumb className="shell-trail" items={(narrow ? trail.slice(-1) : trail).map((crumb) => itemOf(crumb, onOpen))} />
      <div className="shell-tools">
        <GlobalSearch screen={screen} />
        <OfferedSwitch narrow={narrow} onSwitch={onSwitch} />
        {!narrow && document.fullscreenEnabled && <FullScreenButton />}
        <ThemeButton />
        <NoticeBell />
        <UserMenu />
      </div>
    </>
  )
}
