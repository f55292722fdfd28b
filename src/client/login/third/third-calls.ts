import { api } from '../../../../engine/client/index.ts'
import type { LoginRecord } from '../../signed-in/login-record.ts'
import { recordOf, type LoginAnswer } from '../sign-in.ts'
import type { SameName } from './popup.ts'

const MOST_SUFFIX = 99

/** Opens the login behind a ticket. */
export const enterWithTicket = async (ticket: string, type: string): Promise<LoginRecord> =>
  recordOf(await api.get<LoginAnswer>(`/sys/thirdLogin/getLoginUser/${encodeURIComponent(ticket)}/${type}`))

/** Makes a user whose name is the account's with a number behind it; answers a ticket. */
export const createUser = (account: SameName): Promise<string> =>
  api.post<string>('/sys/third/user/create', { ...account, suffix: 1 + Math.floor(Math.random() * MOST_SUFFIX) })

/** Binds the account to the user of the same name; answers a ticket. */
export const bindByPassword = (account: SameName, password: string): Promise<string> =>
  api.post<string>('/sys/third/user/checkPassword', { ...account, password })

interface PhoneBinding {
  readonly mobile: string
  readonly captcha: string
  readonly thirdUserUuid: string
}

/** Binds the account to the user of a phone, or to a new one; answers a ticket. */
export const bindByPhone = (binding: PhoneBinding): Promise<string> => api.post<string>('/sys/thirdLogin/bindingThirdPhone', binding)
