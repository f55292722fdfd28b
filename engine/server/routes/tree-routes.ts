import type { Actor, Model } from '../contract.ts'
import type { EngineInternals } from '../create-engine.ts'
import { ok } from '../http/envelope.ts'
import { readIds } from '../ids.ts'
import { namedIds } from '../query/find-rows.ts'
import { chosenKeys, keysOfTreePages, namedOnly, treeAccess } from './option-access.ts'
import type { EntityRoute, Query } from './route-maker.ts'
import { verbPermission } from './route-parts.ts'
import { buildTree, namesOnly, nodesAbove, readLevel, searchTree, type AskedTree } from './tree.ts'

/** What somebody is shown who may choose among the rows, or open a page with their tree, but not look at them; undefined for anyone who may look. */
async function onlyFor(
  { engine, readContext }: Pick<EngineInternals, 'engine' | 'readContext'>,
  model: Model,
  actor: Actor,
): Promise<AskedTree['only']> {
  if (actor.permissions.has(verbPermission(model, 'view'))) return undefined
  const onPages = keysOfTreePages(model, actor)
  const keys = new Set([...chosenKeys(engine, model), ...(onPages ?? [])])
  const namedBy = onPages ? undefined : namedOnly(engine, model, actor)
  return { keys, ids: namedBy && (await namedIds(readContext, { model, actor, namedBy })) }
}

const pid = { pid: { type: 'string' } }

/**
 * The calls that read a tree: whole, one level of it below `pid`, what a search finds, or what stands `above` rows; and the same under the
 * names that the schema gives them for other front ends.
 */
export function treeRoutes(internals: Pick<EngineInternals, 'engine' | 'readContext'>, model: Model, base: string): EntityRoute[] {
  const { engine } = internals
  const { tree, title } = model.entity
  if (!tree) return []
  const route = (
    path: string | undefined,
    params: EntityRoute['params'],
    read: (asked: AskedTree, query: Query) => Promise<unknown>,
  ): EntityRoute[] =>
    path === undefined
      ? []
      : [
          {
            verbs: ['GET'],
            path: `${base}/${path}`,
            access: treeAccess(engine, model),
            title: `${title}树`,
            params: params ?? {},
            handle: async ({ actor, query }) =>
              ok(await read({ engine, model, actor, only: await onlyFor(internals, model, actor) }, query)),
          },
        ]
  return [
    ...route('tree', { ...pid, keyWord: { type: 'string' }, above: { type: 'string' } }, (asked, query) => {
      if (query['above']) return nodesAbove(asked, readIds(query['above']))
      if (query['keyWord']) return searchTree(asked, query['keyWord'])
      return query['pid'] === undefined ? buildTree(asked) : readLevel(asked, query['pid'])
    }),
    ...route(tree.calls?.nested === 'list' ? undefined : tree.calls?.nested, {}, (asked) => buildTree(asked)),
    ...route(tree.calls?.level, pid, (asked, query) => readLevel(asked, query['pid'] ?? '')),
    ...route(tree.calls?.names, {}, async (asked) => namesOnly(await buildTree(asked))),
  ]
}
