const KEY = 'shiyan.login'
const SEVEN_DAYS = 7 * 24 * 3600 * 1000

export interface Role {
  readonly roleCode: string
  readonly roleName: string
}
export interface Department {
  readonly id: string
  readonly departName: string
  readonly orgCode: string
}
export interface UserFacts {
  readonly id: string
  readonly username: string
  readonly realname: string
  readonly roleCode: string
  readonly avatar?: string | null
  readonly orgCode?: string | null
  readonly phone?: string | null
  readonly email?: string | null
  readonly workNo?: string | null
  readonly studyNumber?: string | null
}

/** Who is signed in, as the browser remembers it. */
export interface LoginRecord {
  readonly token: string
  readonly user: UserFacts
  readonly roles: readonly Role[]
  readonly departments: readonly Department[]
  readonly savedAt: number
}

/** Who works in which role: what all that is on the screen belongs to. */
export const identityOf = ({ user }: LoginRecord): string => [user.id, user.roleCode, user.orgCode].join()

const isRecord = (value: unknown): value is LoginRecord =>
  typeof value === 'object' && value !== null && 'token' in value && 'user' in value && 'roles' in value && 'savedAt' in value

/** The remembered login; one older than seven days does not count. */
export function readLogin(storage: Storage = localStorage, now = Date.now()): LoginRecord | undefined {
  try {
    const value: unknown = JSON.parse(storage.getItem(KEY) ?? 'null')
    return isRecord(value) && now - value.savedAt < SEVEN_DAYS ? value : undefined
  } catch {
    return undefined
  }
}

export function saveLogin(login: LoginRecord, storage: Storage = localStorage): void {
  storage.setItem(KEY, JSON.stringify(login))
}

export function forgetLogin(storage: Storage = localStorage): void {
  storage.removeItem(KEY)
}

/** Tell when another browser tab signs in or out. */
export function onLoginChangedElsewhere(react: () => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === KEY || event.key === null) react()
  }
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}
