import { anyText, arrayOf, anyNumber, objectOf, open, orElse, orNull, nonEmptyText } from '../../../engine/json-schema-parts.ts'
import { readJson } from '../../../engine/outside.ts'

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

/** Viewing in another name: what it says on every page, until when, and whose login it is. */
export interface Viewing {
  readonly as: string
  readonly until: number
  readonly own: Pick<LoginRecord, 'user' | 'roles' | 'departments'>
}

/** Who is signed in, as the browser remembers it. */
export interface LoginRecord {
  readonly token: string
  readonly user: UserFacts
  readonly roles: readonly Role[]
  readonly departments: readonly Department[]
  readonly savedAt: number
  /** The user above is somebody else, in whose name the one who signed in looks at the pages. */
  readonly viewing?: Viewing | undefined
}

/** The person and their role: everything on the screen belongs to them. */
export const identityOf = ({ user, viewing }: LoginRecord): string =>
  [user.id, user.roleCode, user.orgCode, ...(viewing ? ['viewing'] : [])].join()

const optional = orNull(anyText)
const user = objectOf<UserFacts>({
  required: { id: true, username: true, realname: true, roleCode: true },
  properties: {
    id: anyText,
    username: anyText,
    realname: orElse(anyText, ''),
    roleCode: orElse(anyText, ''),
    avatar: optional,
    orgCode: optional,
    phone: optional,
    email: optional,
    workNo: optional,
    studyNumber: optional,
  },
})
const role = objectOf<Role>({ required: { roleCode: true, roleName: true }, properties: { roleCode: anyText, roleName: anyText } })
const department = objectOf<Department>({
  required: { id: true, departName: true, orgCode: true },
  properties: { id: anyText, departName: anyText, orgCode: anyText },
})
const person = { user: open(user), roles: arrayOf(open(role)), departments: orElse(arrayOf(open(department)), []) }
const own = objectOf<Viewing['own']>({ required: { user: true, roles: true, departments: true }, properties: person })
const viewing = objectOf<Viewing>({
  required: { as: true, until: true, own: true },
  properties: { as: anyText, until: anyNumber, own: open(own) },
})
const stored = objectOf<LoginRecord>({
  required: { token: true, user: true, roles: true, departments: true, savedAt: true },
  properties: { token: nonEmptyText, ...person, savedAt: anyNumber, viewing: open(viewing) },
})

/** The remembered login; one older than seven days does not count. */
export function readLogin(storage: Storage = localStorage, now = Date.now()): LoginRecord | undefined {
  const login = readJson(stored, storage.getItem(KEY))
  return login && now - login.savedAt < SEVEN_DAYS ? login : undefined
}

export function saveLogin(login: LoginRecord, storage: Storage = localStorage): void {
  storage.setItem(KEY, JSON.stringify(login))
}

export function forgetLogin(storage: Storage = localStorage): void {
  storage.removeItem(KEY)
}

/** Calls `react` when another browser tab signs in or out. */
export function onLoginChangedElsewhere(react: () => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === KEY || event.key === null) react()
  }
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}
