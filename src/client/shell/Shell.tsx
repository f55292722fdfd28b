import { App, Drawer, Grid, Layout } from 'antd'
import { memo, Suspense, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { SWRConfig } from 'swr'
import { CurrentUserProvider, errorSentence, lazyPart, MissingPart, Unseen, type CurrentUser } from '../../../engine/client/index.ts'
import { ShellOutline } from '../Outline.tsx'
import { PageOutlet } from '../pages/PageOutlet.tsx'
import { StatusPage } from '../pages/StatusPage.tsx'
import { product } from '../product.ts'
import { useSignedIn } from '../signed-in/login-context.ts'
import { useTheme } from '../theme/use-theme.ts'
import { ExpiredLogin } from './ExpiredLogin.tsx'
import { HeaderBar } from './HeaderBar.tsx'
import { keepFocus } from './keep-focus.ts'
import type { MenuNode } from './menu-tree.ts'
import { MenuProvider } from './menu-context.ts'
import { OneOfEachKind } from './OneOfEachKind.tsx'
import { PageTabs } from './PageTabs.tsx'
import { PlaceNameProvider } from './place-name.ts'
import { isMenuCollapsed, rememberMenu } from './remembered-menu.ts'
import { SideMenu } from './SideMenu.tsx'
import { WhyHere } from './WhyHere.tsx'
import { UnsavedGuard } from './UnsavedGuard.tsx'
import { usePlace } from './use-place.ts'
import { useOpenTabs } from './use-open-tabs.ts'
import { useCurrentUserOf } from './use-current-user-of.ts'
import './shell.css'

function useCollapsed(): [boolean, (collapsed: boolean) => void] {
  const [collapsed, setCollapsed] = useState(isMenuCollapsed)
  useEffect(() => rememberMenu(collapsed), [collapsed])
  return [collapsed, setCollapsed]
}

function Brand({ collapsed }: { readonly collapsed: boolean }) {
  return (
    <div className="brand">
      <img src="/favicon.svg" alt="" width={28} height={28} />
      {!collapsed && <strong title={product.name}>{product.short}</strong>}
    </div>
  )
}

interface FrameProps {
  readonly menu: readonly MenuNode[]
  readonly pages: ReadonlyMap<string, string>
}

function Frame({ menu, pages: addresses }: FrameProps) {
  const { login } = useSignedIn()
  const { isDark } = useTheme()
  const { pathname, title, screen, lacks, trail, namePlace } = usePlace({ menu, pages: addresses })
  const pages = useOpenTabs(`${login.user.username}.${login.user.roleCode}`, title)
  const [collapsed, setCollapsed] = useCollapsed()
  const [menuOpen, setMenuOpen] = useState(false)
  const narrow = Grid.useBreakpoint().md === false
  const { open } = pages
  const latestOpen = useRef(open)
  latestOpen.current = open
  const openPage = useCallback((path: string) => {
    setMenuOpen(false)
    latestOpen.current(path)
  }, [])
  return (
    <Layout className="shell" hasSider>
      {!narrow && (
        <Layout.Sider
          className="shell-side"
          theme={isDark ? 'dark' : 'light'}
          width={224}
          collapsedWidth={64}
          collapsed={collapsed}
          trigger={null}
        >
          <Brand collapsed={collapsed} />
          <SideMenu menu={menu} current={pathname} collapsed={collapsed} onOpen={openPage} />
        </Layout.Sider>
      )}
      <Layout className="shell-main">
        <Layout.Header className="shell-head">
          <HeaderBar
            trail={trail}
            onOpen={openPage}
            narrow={narrow}
            menuShown={narrow ? menuOpen : !collapsed}
            screen={screen}
            onSwitch={pages.forgetChoices}
            onToggleMenu={() => (narrow ? setMenuOpen(true) : setCollapsed(!collapsed))}
          />
        </Layout.Header>
        <PageTabs pages={pages} />
        <Layout.Content className="shell-page">
          {screen !== 'screen:dashboard' && !screen?.startsWith('record:') && <Unseen as="h1">{title ?? product.name}</Unseen>}
          <PlaceNameProvider value={namePlace}>
            <PageOutlet
              screen={screen}
              lacks={lacks}
              pathname={pathname}
              round={pages.tabs.find((tab) => tab.path === pathname)?.round ?? 0}
            />
          </PlaceNameProvider>
        </Layout.Content>
      </Layout>
      {narrow && (
        <Drawer
          className="menu-drawer"
          placement="left"
          width={260}
          open={menuOpen}
          onClose={() => setMenuOpen(false)}
          closable={false}
          title={<Brand collapsed={false} />}
        >
          <SideMenu menu={menu} current={pathname} collapsed={false} onOpen={openPage} />
        </Drawer>
      )}
    </Layout>
  )
}

function Body({ user, ...frame }: FrameProps & { readonly user: CurrentUser }) {
  return (
    <CurrentUserProvider value={user}>
      <MenuProvider value={frame.menu}>
        <Frame {...frame} />
      </MenuProvider>
    </CurrentUserProvider>
  )
}

const ViewingBar = lazyPart(() => import('../viewing/ViewingBar.tsx').then((file) => file.ViewingBar), MissingPart)

const SwitchedElsewhere = lazyPart(() => import('./SwitchedElsewhere.tsx').then((file) => file.SwitchedElsewhere), MissingPart)

/** Asks which role goes on, once another tab has switched. */
function SwitchQuestion() {
  const { elsewhere } = useSignedIn()
  return (
    elsewhere && (
      <Suspense>
        <SwitchedElsewhere elsewhere={elsewhere} />
      </Suspense>
    )
  )
}

/** Says on every page in whose name it is looked at, even while the page is still being loaded or has failed. */
function ViewingMark() {
  const { login } = useSignedIn()
  return (
    login.viewing && (
      <Suspense fallback={<div className="viewing-place" />}>
        <ViewingBar viewing={login.viewing} />
      </Suspense>
    )
  )
}

/**
 * The page and the server agree in whose name it is looked at. Where they do not, because an answer was lost or another tab ended it, the
 * login goes on in its owner's name before anything is shown.
 */
function useAgreement(isViewing: boolean | undefined) {
  const { login, keep } = useSignedIn()
  const [failure, setFailure] = useState<unknown>()
  const isAgreed = isViewing === undefined || isViewing === (login.viewing !== undefined)
  useEffect(() => {
    if (isAgreed || failure !== undefined) return
    void import('../viewing/view-as.ts').then(({ endViewing }) => endViewing(login)).then(keep, setFailure)
  }, [isAgreed, failure, login, keep])
  return { isAgreed, failure: isAgreed ? undefined : failure, tryAgain: () => setFailure(undefined) }
}

function PagesOfLogin() {
  const { login, expired } = useSignedIn()
  const { menu, pages, user, isViewing, error, retry } = useCurrentUserOf(login)
  const { isAgreed, failure, tryAgain } = useAgreement(isViewing)
  /** Drawing all of it at once would hold the page; as a deferred one it is drawn in steps. */
  const isDrawn = useDeferredValue(user !== undefined)
  if (user && isAgreed && isDrawn) return <Body user={user} menu={menu} pages={pages} />
  const trouble = error ?? failure
  if (trouble === undefined || expired !== undefined) return <ShellOutline />
  const again = () => {
    tryAgain()
    retry()
  }
  return <StatusPage status={500} text={errorSentence(trouble)} onRetry={again} />
}

/**
 * Everything around the pages of a signed-in user. Fetched data belongs to this login and is dropped with it. A change of the address
 * draws only what reads it.
 */
export const Shell = memo(function Shell() {
  const [cache] = useState(() => new Map())
  useEffect(keepFocus, [])
  const settings = useMemo(() => ({ provider: () => cache, revalidateOnFocus: false, shouldRetryOnError: false }), [cache])
  return (
    <SWRConfig value={settings}>
      <App className="shell-root" message={{ maxCount: 3 }}>
        <OneOfEachKind>
          <ViewingMark />
          <PagesOfLogin />
          <WhyHere />
          <UnsavedGuard />
          <SwitchQuestion />
          <ExpiredLogin />
        </OneOfEachKind>
      </App>
    </SWRConfig>
  )
})
