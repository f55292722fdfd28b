import { isLinked } from '../../fields/structure.ts'
import type { ChildSpec, LinkedSpec } from '../action.ts'
import type { AnyEntity } from '../entity.ts'
import { fieldOf, requireKnown, type Check } from './assertions.ts'
import { checkTreeLeft } from './choosing.ts'
import { namedList } from './lists.ts'

interface Linked {
  readonly child: ChildSpec
  readonly links: LinkedSpec
  readonly other: AnyEntity
}

function checkCallOfLinks(check: Check, path: string, of: Linked & { readonly call: string; readonly does: 'link' | 'unlink' }): void {
  const { other, child } = of
  const calls = other.calls ?? {}
  if (!requireKnown(check, path, of.call, { words: Object.keys(calls), what: `call of ${other.name}` })) return
  const call = calls[of.call]
  if (!call || call.does !== of.does || call.relation !== child.by)
    check.say(path, `${of.call} does not ${of.does} rows of ${child.by}, name a call that does`)
}

/** Rows that are linked by a relation: the calls change that relation, and there is a list to choose from. */
export function checkLinks(check: Check, path: string, { child, other }: Pick<Linked, 'child' | 'other'>): void {
  const { links, by } = child
  const back = fieldOf(other, by)
  if (!links) return
  if (back && !isLinked(back)) check.say(`${path}.links`, `${child.entity}.${by} has no link table, so its rows belong; remove it`)
  if (child.shown === 'expand') check.say(`${path}.shown`, 'linked rows are shown in a window, choose drawer or modal')
  checkCallOfLinks(check, `${path}.links.add.call`, { child, links, other, call: links.add.call, does: 'link' })
  checkCallOfLinks(check, `${path}.links.remove.one`, { child, links, other, call: links.remove.one, does: 'unlink' })
  checkCallOfLinks(check, `${path}.links.remove.several`, { child, links, other, call: links.remove.several, does: 'unlink' })
  if (!namedList(other, links.from))
    requireKnown(check, `${path}.links.from`, links.from, {
      words: ['list', ...Object.keys(other.lists ?? {})],
      what: `list of ${child.entity}`,
    })
  const list = namedList(other, links.from)
  if (list) checkTreeLeft(check, `${path}.links.tree`, links.tree, list)
  if (links.through !== undefined)
    requireKnown(check, `${path}.links.through`, links.through, {
      words: Object.keys(other.calls ?? {}),
      what: `call of ${child.entity}`,
    })
  for (const action of links.actions ?? [])
    requireKnown(check, `${path}.links.actions`, action, {
      words: Object.keys(other.rowActions ?? {}),
      what: `row action of ${child.entity}`,
    })
}
