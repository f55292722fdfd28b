import { api, askAhead, takeAhead, type OfferedRows, type Settings } from '../../../engine/client/index.ts'
import type { MenuNode } from '../shell/menu-tree.ts'
import type { LoginRecord } from './login-record.ts'

export interface PermissionAnswer {
  readonly menu: readonly MenuNode[]
  readonly auth: readonly { readonly action: string }[]
  readonly settings?: Settings
  /** The one who signed in looks in the name of this user: the sentence that refuses them everything else. */
  readonly onlyLooks?: string
  /** All codes, with how their buttons look to people who do not hold them, and the addresses of pages. */
  readonly allAuth?: readonly { readonly action: string; readonly type: string; readonly status: string; readonly url?: string }[]
}
export type Dictionaries = Readonly<Record<string, readonly { readonly value: string; readonly text: string }[]>>

type Key = readonly [url: string, token: string, role: string]
export const permissionsKey = (login: LoginRecord): Key => ['/sys/permission/getUserPermissionByToken', login.token, login.user.roleCode]
export const dictionariesKey = (login: LoginRecord): Key => ['/sys/dict/queryAllDictItems', login.token, '']

export const offeredKey = (login: LoginRecord): Key => ['/sys/remembered', login.token, login.user.roleCode]

const ask = <T>(key: Key) => askAhead(key, () => api.get<T>(key[0]))
const take = <T>(key: Key) => takeAhead(key, () => api.get<T>(key[0]))

export const readPermissions = (key: Key) => take<PermissionAnswer>(key)
export const fetchDictionaries = (key: Key) => take<Dictionaries>(key)
export const readOffered = (key: Key) => take<OfferedRows>(key)
/** Save a chosen row for the user; returns the rows that are offered from then on. */
export const keepOffered = (entity: string, id: string) => api.post<OfferedRows>('/sys/remembered', { entity, id })

/** Keep settings of the user on the server. */
export const keepOnServer = (part: Settings) => api.put<Settings>('/sys/user/settings', part)

/** What the server says about a login. */
export interface LoginAnswers {
  readonly permissions: Promise<PermissionAnswer>
  readonly offered: Promise<OfferedRows>
}

/** Asks for what the shell will need while its code is still being loaded. */
export function preloadLogin(login: LoginRecord): LoginAnswers {
  void ask<Dictionaries>(dictionariesKey(login))
  return { permissions: ask<PermissionAnswer>(permissionsKey(login)), offered: ask<OfferedRows>(offeredKey(login)) }
}
