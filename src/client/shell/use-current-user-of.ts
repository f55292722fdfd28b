import { useMemo } from 'react'
import useSWR from 'swr'
import type { CurrentUser } from '../../../engine/client/index.ts'
import { rowDerivations } from '../../derivations/derivations.ts'
import { loadPanel } from '../pages/panels.tsx'
import { loadEntity } from '../signed-in/first-list.ts'
import { home } from '../product.ts'
import type { LoginRecord } from '../signed-in/login-record.ts'
import {
  dictionariesKey,
  keepOffered,
  keepOnServer,
  offeredKey,
  permissionsKey,
  fetchDictionaries,
  readOffered,
  readPermissions,
  type PermissionAnswer,
} from '../signed-in/login-calls.ts'
import { useThemeOf } from '../theme/use-theme-of.ts'
import { addressed, pathOf, type MenuNode } from './menu-tree.ts'
import { useOwnNews } from './use-own-news.ts'

interface UserState {
  readonly menu: readonly MenuNode[]
  /** The permission for each address that is a page, whether or not the user holds it. */
  readonly pages: ReadonlyMap<string, string>
  readonly user: CurrentUser | undefined
  /** Whether the server answers in somebody else's name; undefined until it has answered. */
  readonly isViewing: boolean | undefined
  readonly error: unknown
  retry(): void
}

/** Earlier answers stay until the renewed login has its own. */
const whileRenewed = { keepPreviousData: true }
const none: readonly MenuNode[] = []
/** Values of the dictionaries `global_perms_type` and `valid_status`. */
const EDITABLE = '2'
const IN_USE = '1'

/** The codes of what the user holds, and of buttons that are shown to everyone although not everyone may press them. */
function rightsIn({ auth, allAuth = [] }: PermissionAnswer): Pick<CurrentUser, 'permissions' | 'locked'> {
  const codes = (nodes: PermissionAnswer['auth']) => nodes.flatMap(({ action }) => action.split(','))
  const permissions = new Set(codes(auth))
  const shown = codes(allAuth.filter(({ type, status }) => type === EDITABLE && status === IN_USE))
  return { permissions, locked: new Set(shown.filter((code) => !permissions.has(code))) }
}

const pagesIn = ({ allAuth = [] }: Partial<PermissionAnswer> = {}): ReadonlyMap<string, string> =>
  new Map(allAuth.flatMap(({ url, action }) => (url ? [[url.startsWith('/') ? url : `/${url}`, action.split(',')[0] ?? action]] : [])))

/** The user of a login, with what the server lets them do and see. */
export function useCurrentUserOf(login: LoginRecord): UserState {
  const permissions = useSWR(permissionsKey(login), readPermissions, whileRenewed)
  const dictionaries = useSWR(dictionariesKey(login), fetchDictionaries, whileRenewed)
  const offered = useSWR(offeredKey(login), readOffered, whileRenewed)
  const { mutate: setOffered } = offered
  const { mutate: setPermissions } = permissions
  useThemeOf(permissions.data?.settings)
  useOwnNews(login, () => void permissions.mutate())
  const sent = permissions.data?.menu ?? none
  const menu = useMemo(() => addressed(sent), [sent])
  const pages = useMemo(() => pagesIn(permissions.data), [permissions.data])
  const user = useMemo((): CurrentUser | undefined => {
    if (!permissions.data || !dictionaries.data || !offered.data) return undefined
    const { id, username, realname, roleCode } = login.user
    return {
      id,
      username,
      realname,
      roleCode,
      ...rightsIn(permissions.data),
      dictionaries: dictionaries.data,
      derivations: rowDerivations,
      loginAt: login.savedAt,
      offered: offered.data,
      remember: async (entity, id) => {
        // Somebody else's choices stay as they are.
        if (login.viewing && offered.data) return offered.data
        const now = await keepOffered(entity, id)
        await setOffered(now, { revalidate: false })
        return now
      },
      settings: permissions.data.settings ?? {},
      keepSettings: async (part) => {
        const change = (now?: PermissionAnswer) => now && { ...now, settings: { ...now.settings, ...part } }
        await setPermissions(change, { revalidate: false })
        if (!login.viewing) await keepOnServer(part)
      },
      loadEntity,
      loadPanel,
      entityPath: (name) => pathOf(menu, `entity:${name}`) ?? pathOf(menu, `screen:${name}`) ?? home,
    }
  }, [login, menu, permissions.data, dictionaries.data, offered.data, setOffered, setPermissions])
  const retry = () => {
    void permissions.mutate()
    void dictionaries.mutate()
    void offered.mutate()
  }
  const isViewing = permissions.data && permissions.data.onlyLooks !== undefined
  return { menu, pages, user, isViewing, error: permissions.error ?? dictionaries.error ?? offered.error, retry }
}
