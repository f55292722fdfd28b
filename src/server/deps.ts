import type { Engine } from '../../engine/server/index.ts'
import type { Access } from './access/access.ts'
import type { Logins } from './auth/logins.ts'
import type { Signer } from './files/signing.ts'

/** Settings that sign-in, files and first rows read. */
export interface ServerSettings {
  /** Whether a picture code is asked at login. */
  readonly captcha: boolean
  readonly dataDir: string
  /** Password of the first administrator; a random one is printed when it is missing. */
  readonly adminPassword?: string | undefined
  /** Password of all demo accounts; a random one is printed when it is missing. */
  readonly demoPassword?: string | undefined
}

/** What hand-written routes need. */
export interface RouteDeps {
  readonly engine: Engine
  readonly logins: Logins
  readonly access: Access
  readonly config: ServerSettings
  readonly signer: Signer
}
