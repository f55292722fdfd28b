import { useCallback, useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { idIn, screenOf } from '../pages/record-address.ts'
import { product } from '../product.ts'
import { pageAt, titleOf, type MenuNode } from './menu-tree.ts'
import type { NamePlace } from './place-name.ts'

export interface Crumb {
  readonly title: string
  /** Address of the page behind it. */
  readonly path?: string
}
interface Place {
  readonly pathname: string
  readonly title: string | undefined
  /** What is shown there; undefined when the address is no page of this user. */
  readonly screen: string | undefined
  readonly trail: readonly Crumb[]
  /** The permission that the user would need to see a page there; undefined when there is none. */
  readonly lacks?: string | undefined
}

/** All that the menu and the server know of addresses. */
interface Places {
  readonly menu: readonly MenuNode[]
  /** The permission for each address that is a page. */
  readonly pages: ReadonlyMap<string, string>
}

/** Ids as the server makes them; anything else below a list is an address that nobody made. */
const isId = (text: string): boolean => /^(\d+|[\da-f]{32})$/.test(text)

/** Pages that everyone has and the menu does not list. */
const ownPages: Readonly<Record<string, { readonly title: string; readonly screen: string } | undefined>> = {
  '/account': { title: '个人设置', screen: 'screen:account' },
}

/** The page of the menu at the address, or the record below one. */
function placeAt({ menu, pages }: Places, pathname: string, names: ReadonlyMap<string, string>): Place {
  const found = pageAt(menu, pathname)
  if (found) {
    const title = titleOf(found.node)
    const trail = [...found.parents.map((node) => ({ title: titleOf(node) })), { title }]
    return { pathname, title, screen: found.node.screen, trail }
  }
  const refused = pages.get(pathname)
  const above = refused === undefined ? pageAt(menu, screenOf(pathname)) : undefined
  const [kind, entity = ''] = above?.node.screen?.split(':') ?? []
  if (above && kind === 'entity' && !entity.includes('/')) {
    const title = names.get(pathname) ?? `${titleOf(above.node)}详情`
    const parents = above.parents.map((node) => ({ title: titleOf(node) }))
    return {
      pathname,
      title,
      screen: `record:${entity}`,
      trail: [...parents, { title: titleOf(above.node), path: above.node.path }, { title }],
    }
  }
  const own = ownPages[pathname]
  const lacks = refused ?? (isId(idIn(pathname)) ? pages.get(screenOf(pathname)) : undefined)
  return { pathname, title: own?.title, screen: own?.screen, trail: own ? [{ title: own.title }] : [], lacks }
}

/** Where the address leads, and a way for the page there to report its name. */
export function usePlace(places: Places): Place & { readonly namePlace: NamePlace } {
  const pathname = useLocation().pathname.replace(/(.)\/+$/, '$1')
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map())
  const namePlace = useCallback<NamePlace>((path, title) => setNames((held) => new Map(held).set(path, title)), [])
  const place = placeAt(places, pathname, names)
  const { title } = place
  useEffect(() => {
    document.title = title ? `${title} - ${product.name}` : product.name
  }, [title])
  return { ...place, namePlace }
}
