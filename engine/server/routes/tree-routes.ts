import type { Engine, Model } from '../contract.ts'
import { ok } from '../envelope.ts'
import { readIds } from '../ids.ts'
import { optionAccess } from './option-access.ts'
import type { EntityRoute, Query } from './route-maker.ts'
import { buildTree, namesOnly, nodesAbove, readLevel, searchTree, type AskedTree } from './tree.ts'

const pid = { pid: { type: 'string' } }

/**
 * The calls that read a tree: whole, one level of it below `pid`, what a search finds, or what stands `above` rows; and the same under the
 * names that the schema gives them for other front ends.
 */
export function treeRoutes(engine: Engine, model: Model, base: string): EntityRoute[] {
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
            access: optionAccess(engine, model),
            title: `${title}树`,
            params: params ?? {},
            handle: async ({ actor, query }) => ok(await read({ engine, model, actor }, query)),
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
