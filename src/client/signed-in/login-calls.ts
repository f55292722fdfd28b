import { api, type OfferedRows } from '../../../engine/client/index.ts'
import type { MenuNode } from '../shell/menu-tree.ts'
import type { LoginRecord } from './login-record.ts'

export interface PermissionAnswer {
  readonly menu: readonly MenuNode[]
  readonly auth: readonly { readonly action: string }[]
}
export type Dictionaries = Readonly<Record<string, readonly { readonly value: string; readonly text: string }[]>>

type Key = readonly [url: string, token: string, role: string]
export const permissionsKey = (login: LoginRecord): Key => ['/sys/permission/getUserPermissionByToken', login.token, login.user.roleCode]
export const dictionariesKey = (login: LoginRecord): Key => ['/sys/dict/queryAllDictItems', login.token, '']

export const offeredKey = (login: LoginRecord): Key => ['/sys/remembered', login.token, login.user.roleCode]

/** Answers that were requested before the shell was loaded. */
const early = new Map<string, Promise<unknown>>()

/** The early answer, which can be used once, or else a new one. */
async function take<T>(key: Key): Promise<T> {
  const asked = early.get(key.join())
  early.delete(key.join())
  return asked ? (asked as Promise<T>) : api.get<T>(key[0])
}

export const readPermissions = (key: Key) => take<PermissionAnswer>(key)
export const fetchDictionaries = (key: Key) => take<Dictionaries>(key)

export const readOffered = (key: Key) => take<OfferedRows>(key)
/** Save a chosen row for the user; returns the rows that are offered from then on. */
export const keepOffered = (entity: string, id: string) => api.post<OfferedRows>('/sys/remembered', { entity, id })

/** Request what the shell will need. */
export function preloadLogin(login: LoginRecord): void {
  for (const key of [permissionsKey(login), dictionariesKey(login), offeredKey(login)]) {
    const answer = api.get(key[0])
    answer.catch(() => undefined)
    early.set(key.join(), answer)
  }
}
