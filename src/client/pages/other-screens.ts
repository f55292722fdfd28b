import { createElement, type ComponentType } from 'react'
import type { names } from '../../../schemas/names.ts'
import { StatusPage } from './StatusPage.tsx'

const monitor = () => import('../monitor/pages.ts')

type Loader = () => Promise<ComponentType>

/** The loaders stand apart from those of the first pages, which everybody waits for. */
const others = {
  permissionQuery: async () => (await import('../permissions/PermissionQuery.tsx')).PermissionQuery,
  account: async () => (await import('../account/AccountPage.tsx')).AccountPage,
  serverMonitor: async () => (await monitor()).ServerMonitor,
  runtimeMonitor: async () => (await monitor()).RuntimeMonitor,
  loginMonitor: async () => (await monitor()).LoginMonitor,
  traceMonitor: async () => (await monitor()).HttpTrace,
  diskMonitor: async () => (await monitor()).DiskMonitor,
  cacheMonitor: async () => (await import('../monitor/CacheMonitor.tsx')).CacheMonitor,
} satisfies Partial<Record<(typeof names)['screen'][number], Loader>>
export type OtherScreen = keyof typeof others
const screens: Readonly<Record<string, Loader | undefined>> = others

const Missing = () => createElement(StatusPage, { status: 404 })

/** A hand-written screen by its name, or a page of the web: `frame:` and its address. */
export async function loadScreen(name: string): Promise<ComponentType> {
  const address = /^frame:(.*)/.exec(name)?.[1]
  if (address !== undefined) return (await import('./FramePage.tsx')).toFrame(address)
  return (await screens[name]?.()) ?? Missing
}
