import type { FastifyInstance } from 'fastify'
import { watchWrites } from '../access/watch-writes.ts'
import { ownAccountRoutes } from '../account/own-account-routes.ts'
import type { RouteDeps } from '../deps.ts'
import { identityRoutes } from '../identity/identity-routes.ts'
import { accountRoutes } from './account-routes.ts'
import { loginRoutes } from './login-routes.ts'
import { passkeyRoutes } from './passkey/passkey-routes.ts'
import { thirdRoutes } from './third/third-routes.ts'
import { twoStepRoutes } from './two-step-routes.ts'
import { viewingRoutes } from './viewing/viewing-routes.ts'
import { phoneRoutes } from './phone/phone-routes.ts'

/** Sign-in, sign-out, what signed-in users may ask about themselves, and look-ups of accounts. */
export function authRoutes(app: FastifyInstance, deps: RouteDeps): void {
  loginRoutes(app, deps)
  phoneRoutes(app, deps)
  accountRoutes(app, deps)
  ownAccountRoutes(app, deps)
  twoStepRoutes(app, deps)
  passkeyRoutes(app, deps)
  thirdRoutes(app, deps)
  viewingRoutes(app, deps)
  identityRoutes(app, deps)
  watchWrites(deps.engine, deps)
}
