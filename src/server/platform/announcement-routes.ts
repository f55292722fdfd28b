import type { FastifyInstance } from 'fastify'
import { NotFound, ok, type Actor } from '../../../engine/server/index.ts'
import type { RouteDeps } from '../deps.ts'
import { queryOf } from '../request-values.ts'
import { announcementPage, gonePage, lookNamed, pagePolicy } from './announcement-page.ts'
import { countUnread, newestUnread } from './received.ts'
import { readerWith, showToken } from './show-token.ts'

const base = '/api/sys/annountCement'
const NOTICE = '1'
const SYSTEM = '2'
const SHOWN = 5
const MOST_SHOWN = 100

/** An announcement for those whom it is for, and for those who manage them. */
async function readable({ engine }: RouteDeps, actor: Actor, id: string) {
  const received = await engine.find('receivedAnnouncement', id, actor)
  if (received || !actor.permissions.has('platform:announcement:view')) return received
  return engine.find('announcement', id, actor)
}

/** What the header tells a user: the newest that they have not read, of both categories, and how many there are. */
async function noticesOf({ engine }: RouteDeps, actor: Actor, most: number) {
  const asked = { userId: actor.id, now: engine.now() }
  const { read } = engine.db
  const totals = await countUnread(read, asked)
  const newest = async (category: string) =>
    totals.get(category) ? engine.findMany('receivedAnnouncement', await newestUnread(read, { ...asked, category, most }), actor) : []
  return {
    anntMsgList: await newest(NOTICE),
    anntMsgTotal: totals.get(NOTICE) ?? 0,
    sysMsgList: await newest(SYSTEM),
    sysMsgTotal: totals.get(SYSTEM) ?? 0,
  }
}

/** What is read of announcements besides their lists: the header's news, and one of them as a page for a frame. */
export function announcementRoutes(app: FastifyInstance, deps: RouteDeps): void {
  app.get(
    `${base}/listByUser`,
    { config: { permission: 'login', isBackground: true }, schema: { summary: '本人的未读通告' } },
    async (request) => {
      const asked = Number(queryOf(request)['pageSize'] ?? SHOWN)
      const most = Number.isInteger(asked) && asked > 0 ? Math.min(asked, MOST_SHOWN) : SHOWN
      return ok(await noticesOf(deps, request.actor, most))
    },
  )
  app.get(`${base}/showAddress`, { config: { permission: 'login' }, schema: { summary: '通告页面的临时地址' } }, async (request) => {
    const id = queryOf(request)['id'] ?? ''
    if (!(await readable(deps, request.actor, id))) throw new NotFound()
    return ok(`${base}/show/${encodeURIComponent(id)}?token=${encodeURIComponent(showToken(deps, request, id))}`)
  })
  app.get<{ Params: { id: string } }>(
    `${base}/show/:id`,
    { config: { permission: 'public' }, schema: { summary: '通告页面' } },
    async (request, reply) => {
      const { id } = request.params
      const actor = await readerWith(deps, id, queryOf(request)['token'] ?? '')
      const row = actor && (await readable(deps, actor, id))
      const look = lookNamed(queryOf(request)['theme'])
      return (
        reply
          .status(row ? 200 : 404)
          .type('text/html; charset=utf-8')
          .header('content-security-policy', pagePolicy)
          .header('cache-control', 'no-store')
          // Sandboxed, it has no origin that could be kept apart; asking for that makes browsers warn.
          .header('origin-agent-cluster', '?0')
          .send(row ? announcementPage(row, look) : gonePage(look))
      )
    },
  )
}
