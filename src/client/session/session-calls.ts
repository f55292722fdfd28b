import { preload } from 'swr'
import { api } from '../../../engine/client/index.ts'
import type { MenuNode } from '../shell/menu-tree.ts'
import type { LoginRecord } from './login-record.ts'

export interface Permissions {
  readonly menu: readonly MenuNode[]
  readonly auth: readonly { readonly action: string }[]
}
export type Dictionaries = Readonly<Record<string, readonly { readonly value: string; readonly text: string }[]>>

type Key = readonly [url: string, token: string, role: string]
export const permissionsKey = (login: LoginRecord): Key => ['/sys/permission/getUserPermissionByToken', login.token, login.user.roleCode]
export const dictionariesKey = (login: LoginRecord): Key => ['/sys/dict/queryAllDictItems', login.token, '']
export const readPermissions = ([url]: Key) => api.get<Permissions>(url)
export const readDictionaries = ([url]: Key) => api.get<Dictionaries>(url)

/** Ask for what the shell is going to need. */
export function preloadSession(login: LoginRecord): void {
  const ignore = () => undefined
  Promise.resolve(preload(permissionsKey(login), readPermissions)).catch(ignore)
  Promise.resolve(preload(dictionariesKey(login), readDictionaries)).catch(ignore)
}
