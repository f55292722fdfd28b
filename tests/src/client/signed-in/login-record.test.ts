import { expect, test } from 'vitest'
import { forgetLogin, readLogin, saveLogin, type LoginRecord } from '../../../../src/client/signed-in/login-record.ts'

const login: LoginRecord = {
  token: 't',
  user: { id: '1', username: 'admin', realname: '管理员', roleCode: '1' },
  roles: [],
  departments: [],
  savedAt: 1_000_000,
}

function memory(): Storage {
  const held = new Map<string, string>()
  return {
    get length() {
      return held.size
    },
    clear: () => held.clear(),
    key: (index) => [...held.keys()][index] ?? null,
    getItem: (key) => held.get(key) ?? null,
    setItem: (key, value) => void held.set(key, value),
    removeItem: (key) => void held.delete(key),
  }
}

test('a login is remembered for seven days', () => {
  const storage = memory()
  saveLogin(login, storage)
  expect(readLogin(storage, login.savedAt + 6 * 86_400_000)).toEqual(login)
  expect(readLogin(storage, login.savedAt + 7 * 86_400_000)).toBeUndefined()
})

test('a login that was ended, or is invalid, does not count', () => {
  const storage = memory()
  saveLogin(login, storage)
  forgetLogin(storage)
  expect(readLogin(storage)).toBeUndefined()
  storage.setItem('shiyan.login', '{"token":1}')
  expect(readLogin(storage)).toBeUndefined()
  for (const user of [null, 'admin', { username: 'admin' }]) {
    storage.setItem('shiyan.login', JSON.stringify({ ...login, user, savedAt: Date.now() }))
    expect(readLogin(storage)).toBeUndefined()
  }
  storage.setItem('shiyan.login', 'rubbish')
  expect(readLogin(storage)).toBeUndefined()
})
