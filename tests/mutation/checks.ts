import { mutationsIn } from './mutation.ts'

const writing = 'tests/api/write-path.test.ts'
const rules = 'tests/src/server/teaching/rules.test.ts'
const bookings = 'tests/api/bookings.test.ts'
const dependants = 'tests/api/dependants.test.ts'
const folder = 'engine/server/write'

/** Faults in the checks before rows are stored. */
export const checkMutations = [
  ...mutationsIn(
    `${folder}/checks/check-references.ts`,
    [writing],
    [
      [
        "request.scope === 'none' ? {} : { actor: request.actor }",
        '{}',
        'a row points to a row of a colleague’s course',
        ['tests/api/scope.test.ts', 'tests/api/scope-calls.test.ts'],
      ],
      [
        'if (!isReferenceList(field)) await checkBelongs(pointing, found)',
        'void checkBelongs',
        'an experiment of another course is chosen',
      ],
      [
        '.some((id) => !found.has(id) && !kept.includes(id))',
        '.every((id) => !found.has(id) && !kept.includes(id))',
        'one of many roles need not exist',
        ['tests/engine/server/write/checks/check-references.test.ts'],
      ],
    ],
  ),
  ...mutationsIn(
    `${folder}/checks/check-unique.ts`,
    [rules],
    [
      [
        'if (others.length || seen.has(key))',
        'if (seen.has(key))',
        'a second row takes a unique name',
        ['tests/engine/server/write/checks/check-unique.test.ts'],
      ],
      [
        'if (others.length || seen.has(key))',
        'if (others.length)',
        'two rows of one request take a unique name',
        ['tests/engine/server/write/checks/check-unique.test.ts'],
      ],
    ],
  ),
  ...mutationsIn(
    'engine/server/model/unique-rules.ts',
    ['tests/api/contract/crud.test.ts'],
    [
      [
        "String(row[key] ?? '')))",
        "String(row[key] ?? '').toLowerCase()))",
        'a unique text ignores case among the rows of one request',
        ['tests/engine/server/write/checks/check-unique.test.ts'],
      ],
      [
        '${sql.ref(rule.own.column)} in (',
        'lower(${sql.ref(rule.own.column)}) in (',
        'a unique text is not found in the table',
        ['tests/engine/server/write/checks/check-unique.test.ts'],
      ],
    ],
  ),
  ...mutationsIn(
    `${folder}/checks/check-exclusive.ts`,
    [bookings],
    [
      ['a.from < b.to && b.from < a.to', 'a.from <= b.to && b.from <= a.to', 'a session cannot follow another at once'],
      ['ids: [id], actor: request.actor }', 'ids: [id] }', 'a refusal names a session that the writer may not see'],
    ],
  ),
  ...mutationsIn(
    `${folder}/checks/check-parents.ts`,
    [rules],
    [
      [
        "if (request.unlocked === 'all') return",
        'return',
        'rows of a closed session are changed from every door',
        ['tests/api/open-while.test.ts'],
      ],
    ],
  ),
  ...mutationsIn(
    `${folder}/checks/dependants.ts`,
    [dependants, writing],
    [
      [
        'const live = model.binned ? sql` and t.del_flag = 0` : sql``',
        'const live = sql``',
        'a role that only deleted accounts have cannot be deleted',
      ],
      [
        "operation === 'purge' || (operation === 'delete' && !model.binned)",
        "operation === 'purge'",
        'what is deleted for good leaves its own rows behind',
      ],
      ['    if (pointer.owner) continue\n', '', 'a dictionary with items cannot be deleted'],
    ],
  ),
  ...mutationsIn(
    `${folder}/checks/guard.ts`,
    ['tests/api/states.test.ts'],
    [
      [
        'guard && !holds(guard.when, row) ? guard.otherwise : undefined',
        'guard && holds(guard.when, row) ? guard.otherwise : undefined',
        'actions are refused where they are allowed',
        ['tests/api/states.test.ts', 'tests/src/plugins/seats/server/results.test.ts'],
      ],
    ],
  ),
]
