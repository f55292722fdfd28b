import { createElement, type ComponentType } from 'react'
import { StatusPage } from './StatusPage.tsx'

const monitor = () => import('../monitor/pages.ts')

/** The loaders stand apart from those of the first pages, which everybody waits for. */
const screens: Readonly<Record<string, (() => Promise<ComponentType>) | undefined>> = {
  permissionQuery: async () => (await import('../permissions/PermissionQuery.tsx')).PermissionQuery,
  account: async () => (await import('../account/AccountPage.tsx')).AccountPage,
  serverMonitor: async () => (await monitor()).ServerMonitor,
  runtimeMonitor: async () => (await monitor()).RuntimeMonitor,
  loginMonitor: async () => (await monitor()).LoginMonitor,
  traceMonitor: async () => (await monitor()).HttpTrace,
  diskMonitor: async () => (await monitor()).DiskMonitor,
  cacheMonitor: async () => (await import('../monitor/CacheMonitor.tsx')).CacheMonitor,
}

const Missing = () => createElement(StatusPage, { status: 404 })

/** A hand-written screen by its name, or a page of the web: `frame:` and its address. */
export async function loadScreen(name: string): Promise<ComponentType> {
  const address = /^frame:(.*)/.exec(name)?.[1]
  if (address !== undefined) return (await import('./FramePage.tsx')).toFrame(address)
  return (await screens[name]?.()) ?? Missing
}
