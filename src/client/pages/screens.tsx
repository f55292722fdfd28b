import { lazy, type ComponentType } from 'react'
import { loadPart } from '../../../engine/client/index.ts'
import type { AnyEntity } from '../../../engine/schema/index.ts'
import { entities } from '../../../schemas/index.ts'
import type { names } from '../../../schemas/names.ts'
import { loadEntity } from '../signed-in/first-list.ts'
import { loadWorkbench } from '../../plugins/live-inspection/client.ts'
import type { OtherScreen } from './other-screens.ts'

type Loader = () => Promise<{ default: ComponentType }>
const loaders: Readonly<Record<string, (() => Promise<AnyEntity>) | undefined>> = entities

/** Hand-written screens by the name that the menu gives: those that many people open at once, and all others. */
const screens: Readonly<Record<string, Loader | undefined>> = {
  dashboard: () => import('../dashboard/DashboardPage.tsx').then((file) => ({ default: file.DashboardPage })),
  inspectionWorkbench: async () => ({ default: await loadWorkbench() }),
} satisfies Record<Exclude<(typeof names)['screen'][number], OtherScreen>, Loader>
const otherScreen =
  (name: string): Loader =>
  async () => ({ default: await (await import('./other-screens.ts')).loadScreen(name) })

const loadEntityScreen = () => import('./EntityScreen.tsx')
const loadRecordScreen = () => import('./RecordScreen.tsx')

function loaderOf(screen: string): Loader | undefined {
  const [kind, place = ''] = screen.split(':')
  if (kind === 'screen') return screens[place] ?? otherScreen(place)
  if (kind === 'frame') return otherScreen(screen)
  const [name = '', list] = place.split('/')
  if (!loaders[name]) return undefined
  if (kind === 'record')
    return async () => {
      const [{ toRecordScreen }, entity] = await Promise.all([loadRecordScreen(), loadEntity(name)])
      return { default: toRecordScreen(entity) }
    }
  if (kind !== 'entity') return undefined
  return async () => {
    const [{ toScreen }, entity] = await Promise.all([loadEntityScreen(), loadEntity(name)])
    return { default: toScreen(entity, list === 'list' ? undefined : list) }
  }
}

const pages = new Map<string, ComponentType | undefined>()

/** The lazy page of a menu's screen such as `entity:course`, `entity:course/list`, `record:course` or `screen:dashboard`; always the same one for the same name. */
export function pageOf(screen: string): ComponentType | undefined {
  if (!pages.has(screen)) {
    const load = loaderOf(screen)
    pages.set(screen, load && lazy(() => loadPart(load)))
  }
  return pages.get(screen)
}

/** Forget a page that failed to load, so that the next try asks the server again. */
export function forgetPage(screen: string): void {
  pages.delete(screen)
}

/** Begin to load a page that is likely to be opened. */
export function prefetchPage(screen: string | undefined): void {
  const load = screen ? loaderOf(screen) : undefined
  load?.().catch(() => undefined)
}
