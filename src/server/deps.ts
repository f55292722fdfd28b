import type { Engine } from '../../engine/server/index.ts'
import type { Access } from './access/access.ts'
import type { Logins } from './auth/logins.ts'
import type { SmsSettings } from './auth/phone/sms-sender.ts'
import type { OneTimeKeys } from './auth/short-lived/one-time-keys.ts'
import type { Sealer } from './auth/seal.ts'
import type { ThirdLogin } from './auth/third/third-settings.ts'
import type { Throttle } from './auth/throttle.ts'
import type { Signer } from './files/signing.ts'
import type { StoreSettings } from './files/storage.ts'
import type { FileStore } from './files/store.ts'

/** Settings for sign-in, files and first rows. */
export interface ServerSettings extends SmsSettings, StoreSettings {
  readonly smsPerHour: number
  /** Whether login requires a picture code. */
  readonly captcha: boolean
  /** Where browsers find this server. */
  readonly publicUrl: string
  /** Other providers whose users may sign in. */
  readonly thirdLogin: ThirdLogin
  /** Password of the first administrator; if missing, a random one is printed. */
  readonly adminPassword?: string | undefined
  /** Password of all demo accounts; if missing, a random one is printed. */
  readonly demoPassword?: string | undefined
}

/** What hand-written routes need. */
export interface RouteDeps {
  readonly engine: Engine
  readonly logins: Logins
  readonly access: Access
  readonly config: ServerSettings
  readonly signer: Signer
  readonly sealer: Sealer
  readonly store: FileStore
  readonly keys: OneTimeKeys
  readonly throttle: Throttle
}
