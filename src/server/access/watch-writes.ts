import type { Engine } from '../../../engine/server/index.ts'
import type { Logins } from '../auth/logins.ts'
import type { Access } from './access.ts'

/** Drop cached accounts (with their department's code, and whose pages they look at), roles and dictionaries as soon as a write to them is committed. */
export function watchWrites(engine: Engine, { logins, access }: { logins: Logins; access: Access }): void {
  const accounts = ['user', 'student', 'department', 'viewing']
  const deciding = ['role', 'department', 'departRole', 'permission']
  const dictionaries = ['dictionary', 'dictionaryItem']
  engine.onWrite((entities) => {
    if (accounts.some((name) => entities.has(name))) logins.forget()
    if (deciding.some((name) => entities.has(name))) access.invalidate()
    if (dictionaries.some((name) => entities.has(name))) engine.refreshDictionaries()
  })
}
