import type { FastifyInstance } from 'fastify'
import type { RouteDeps } from '../../deps.ts'
import { encryptionRoutes } from './encryption-routes.ts'
import { phoneLoginRoutes } from './phone-login-routes.ts'
import { recoveryRoutes } from './recovery-routes.ts'
import { registrationRoutes } from './registration-routes.ts'
import { smsRoutes } from './sms-routes.ts'

/** What a telephone is good for: a code, a login, a new account, a new password. All of it works without a login. */
export function phoneRoutes(app: FastifyInstance, deps: RouteDeps): void {
  encryptionRoutes(app, deps)
  smsRoutes(app, deps)
  phoneLoginRoutes(app, deps)
  registrationRoutes(app, deps)
  recoveryRoutes(app, deps)
}
