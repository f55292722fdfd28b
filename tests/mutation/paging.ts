import { mutationsIn } from './mutation.ts'

const farPages = 'tests/engine/server/query/far-pages.test.ts'
const exports = 'tests/api/contract/exports.test.ts'
const longLog = 'tests/api/long-log.test.ts'
const totals = 'tests/api/totals.test.ts'
const folder = 'engine/server/query'

/** Faults in what is kept of lists, and in going on behind a row. */
export const pagingMutations = [
  ...mutationsIn(
    `${folder}/far-pages.ts`,
    [farPages],
    [
      ['starts.add(from + size, end)', 'starts.add(from + size + 1, end)', 'the next page begins with the second of its rows'],
      ['(start?.offset ?? 0) - lead]', '(start?.offset ?? 0)]', 'a page whose start is unknown begins one row later'],
      ['size + lead,', 'size,', 'a page whose start is unknown has a row too few'],
      [
        "sort.every(({ key }) => isOwnColumn({ model, alias: 't', key })) &&",
        'sort.length > 0 &&',
        'a far page sorted by a count starts where it started before something more was counted',
        ['tests/api/counts.test.ts'],
      ],
      [
        '[...joins.values()].every(({ table }) => table !== undefined)',
        'joins.size >= 0',
        'a far page sorted by a dictionary starts where it started before that was put in another order',
        [longLog],
      ],
      ['boundOf(starts.order, start.place)', '[...start.place.values, start.place.id]', 'the statement of a far page is built each time'],
      ['hasEmpty(place) || ', '', 'a far page starts behind an empty value and is empty'],
      ['between < 0 || ', '', 'a page is read from a row behind it'],
    ],
  ),
  ...mutationsIn(
    `${folder}/keyset.ts`,
    [farPages],
    [
      ['(ascending || !nullable)', 'true', 'far pages leave out rows whose empty values come last'],
      ['ascending || !nullable ? bound', '!nullable ? bound', 'a walk upwards meets rows twice', [totals, exports]],
      [
        '(${column} ${sign} ${value} or ${beyond})',
        '(${column} ${sign}= ${value} or ${beyond})',
        'a walk never comes beyond equal rows',
        [exports],
      ],
      ['[...values, id]', "[...values, '']", 'a walk meets the last row of each step again', [exports]],
    ],
  ),
  ...mutationsIn(
    `${folder}/sort.ts`,
    [longLog],
    [["key !== model.id && key !== 'createTime'", 'key !== model.id', 'each step of an export of the log reads all before it']],
  ),
  ...mutationsIn(
    `${folder}/list-rows.ts`,
    [farPages],
    [['[listing.shape, ...listing.equal.values()]', '[listing.shape]', 'a far page starts where one with another filter does']],
  ),
  ...mutationsIn(
    'engine/server/create-engine.ts',
    [farPages],
    [
      [
        'writeListeners(models, Object.values(kept), db)',
        'writeListeners(models, [kept.counts], db)',
        'a far page starts where it started before a row was removed',
      ],
    ],
  ),
  ...mutationsIn(
    `${folder}/read-cache.ts`,
    ['tests/engine/server/query/read-cache.test.ts'],
    [
      ['    if (versions !== this.#versionsOf(tables)) return false\n', '', 'a total is believed after a write'],
      [
        'versions: this.#versionsOf(tables), state: shared?.state, at: Date.now(), value: read() }',
        'state: shared?.state, at: Date.now(), value: read(), versions: this.#versionsOf(tables) }',
        'a total that was counted during a write is kept',
      ],
      ['shared.state !== state || ', '', 'a total is believed though others have written'],
    ],
  ),
  ...mutationsIn(
    `${folder}/walk-rows.ts`,
    [exports],
    [
      [
        'where: last ? [...where, afterSql(start.order, last)] : where',
        'where: last ? [afterSql(start.order, last)] : where',
        'the second step of an export has rows of everybody',
      ],
      ['if (rows.length < size) return', 'return', 'an export ends after its first step'],
      ['const where = selections.length\n', 'const where = selections.length > 1e9\n', 'an export of chosen rows has all'],
    ],
  ),
]
