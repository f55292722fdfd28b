import { isStored } from '../../fields/computed.ts'
import { isTime } from '../../fields/shared.ts'
import { isReference, isRowReference, isVia } from '../../fields/structure.ts'
import { fieldOf, requireFit, ownField, type Check } from './assertions.ts'

function checkExclusive(check: Check): void {
  const rules = check.entity.exclusive ?? []
  if (rules.length && check.entity.bin) check.say('exclusive', 'a row that comes back from the bin would not be checked, remove the bin')
  for (const [index, rule] of rules.entries()) {
    const path = `exclusive[${index}]`
    for (const part of ['one', 'from', 'to'] as const) {
      const field = ownField(check, `${path}.${part}`, rule[part])
      if (field && !isStored(field)) check.say(`${path}.${part}`, `${rule[part]} is not stored, name a stored field`)
      if (field && part !== 'one' && !isTime(field)) check.say(`${path}.${part}`, `${rule[part]} is no time, name a date or dateTime`)
    }
    const named = rule.named === undefined ? undefined : ownField(check, `${path}.named`, rule.named)
    if (named && !isRowReference(named)) check.say(`${path}.named`, `${rule.named} is no reference, name one`)
  }
}

/** The value must be possible for the owning row's field, and that field must be stored so that it can be read and locked. */
function checkOpenWhile(check: Check): void {
  for (const [index, rule] of (check.entity.openWhile ?? []).entries()) {
    const path = `openWhile[${index}]`
    const shown = ownField(check, `${path}.field`, rule.field)
    if (!shown) continue
    if (!isVia(shown)) {
      check.say(`${path}.field`, `${rule.field} is no via field, show the owning row's field by one`)
      continue
    }
    const by = fieldOf(check.entity, shown.by)
    const owner = isReference(by) ? check.entities.get(by.to) : undefined
    const field = owner && fieldOf(owner, shown.field)
    if (!owner || !field) continue
    if (!isRowReference(by) || !isStored(by) || !isStored(field)) {
      check.say(`${path}.field`, `${rule.field} shows no stored field of one owning row, name one that does`)
    } else requireFit(check, `${path}.is`, { field, value: rule.is })
  }
}

/** What rows may not do at the same time as others, or after the row they belong to is closed. */
export function checkBookings(check: Check): void {
  checkExclusive(check)
  checkOpenWhile(check)
}
