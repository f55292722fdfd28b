import type { FastifyInstance } from 'fastify'
import type { RouteDeps } from '../deps.ts'
import { basicsRoutes } from './basics-routes.ts'
import { contactRoutes } from './contact-routes.ts'
import { settingsRoutes } from './settings-routes.ts'

/** What people change of their own account and no other. */
export function ownAccountRoutes(app: FastifyInstance, deps: RouteDeps): void {
  basicsRoutes(app, deps)
  contactRoutes(app, deps)
  settingsRoutes(app, deps)
}
