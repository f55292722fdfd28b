import type { FastifyInstance } from 'fastify'
import type { RouteDeps } from '../deps.ts'
import { absentRoutes } from './absent-routes.ts'
import { announcementRoutes } from './announcement-routes.ts'
import { duplicateRoutes } from './duplicate-routes.ts'

/** The platform's calls that no schema declares. */
export function platformRoutes(app: FastifyInstance, deps: RouteDeps): void {
  duplicateRoutes(app, deps)
  absentRoutes(app)
  announcementRoutes(app, deps)
}
