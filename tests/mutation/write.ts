import { mutationsIn } from './mutation.ts'

const writing = 'tests/api/write-path.test.ts'
const rules = 'tests/src/server/teaching/rules.test.ts'
const bookings = 'tests/api/bookings.test.ts'
const tree = 'tests/api/tree.test.ts'
const dependants = 'tests/api/dependants.test.ts'
const statements = 'tests/engine/server/write/statements/write-statements.test.ts'
const folder = 'engine/server/write'

/** Faults in the one write path. */
export const writeMutations = [
  ...mutationsIn(
    'src/server/app.ts',
    ['tests/api/text-order.test.ts'],
    [['  if (lookAgain) fillOrderAside(app, lookAgain)\n', '', 'rows of the release before keep the sort keys of its rules']],
  ),
  ...mutationsIn(
    `${folder}/write-rows.ts`,
    [writing],
    [
      ['any: [[checkGuard,', 'any: [[', 'a row action is done in a state that forbids it', ['tests/api/states.test.ts']],
      ['only(isPart, checkParents)]]', '()=>undefined]]', 'rows of a closed session are changed', ['tests/api/open-while.test.ts']],
      [
        'only(({ dictionaries }) => dictionaries.length > 0, checkDictionaries),',
        '',
        'a value that no dictionary has is stored',
        ['tests/engine/server/write/checks/check-dictionaries.test.ts'],
      ],
      ['only(isTree, checkCycle),', '', 'a department is moved below itself', [tree]],
      ['[only(isBooked, checkExclusive)],', '', 'a room is booked twice', [bookings]],
      ['delete: [[askDeleteRules, checkDependants,', 'delete: [[askDeleteRules,', 'a class with students is deleted'],
      ['only(isTree, refuseTogether)]]', '()=>undefined]]', 'half a subtree is deleted', ['tests/api/dependants.test.ts']],
      [
        '      keepDerived,\n      noteChanges,\n',
        '',
        'what follows from a row stays what it was',
        ['tests/src/server/teaching/rules.test.ts', 'tests/api/bookings.test.ts', 'tests/src/plugins/seats/server/init-seats.test.ts'],
      ],
      ['    drafts = standing(drafts, write.request.onRefusal)\n', '', 'a refused row is stored'],
      [
        '    if (model.links.length) await writeLinks(write, written)\n',
        '',
        'the roles of an account are not stored',
        ['tests/src/server/identity/account-reach.test.ts', 'tests/src/server/identity/role-users.test.ts'],
      ],
      ['    if (isTree(model)) await renewCodesBelow(write, written)\n', '', 'a moved department leaves the codes below it behind', [tree]],
      ['    await deleteOwned(write, drafts)\n', '', 'a dictionary leaves its items behind', [dependants]],
      ['    await dropLinks(write, drafts)\n', '', 'a purged account leaves its roles behind', [dependants]],
      [
        '  const audits = insertsOf(auditRows(write, written), write.context.dialect)\n',
        '  const audits = insertsOf(auditRows(write, []), write.context.dialect)\n',
        'a save leaves no trace',
      ],
      ['auditRows(write, drafts)', 'auditRows(write, [])', 'a deletion leaves no trace'],
      [
        '  if (model.entity.feed) tellWrites(write, written)\n',
        '',
        'open pages hear nothing of a write',
        ['tests/src/server/feed/events.test.ts'],
      ],
    ],
  ),
  ...mutationsIn(
    `${folder}/statements/write-statements.ts`,
    [writing],
    [
      [' and version = ${version} and ', ' and ', 'an edit overwrites a version that it has not read', [statements]],
      [
        'before, before + 1, actor',
        'before, before, actor',
        'an edit keeps the old version, so that the next stale edit passes',
        ['tests/api/merge.test.ts'],
      ],
      ['numAffectedRows !== 1n)', 'numAffectedRows === undefined)', 'an edit that met no row is told as done', [statements]],
      ["operation === 'restore' ? 0 : 1", '1', 'what is restored stays in the bin', ['tests/api/totals.test.ts']],
      ["model.binned && operation !== 'purge'", 'model.binned', 'what is purged stays in the bin', ['tests/api/totals.test.ts']],
    ],
  ),
  ...mutationsIn(
    'engine/server/database/transaction-connection.ts',
    ['tests/engine/server/database/transaction-connection.test.ts'],
    [
      ["answer?.command !== 'COMMIT'", '!answer', 'a transaction that PostgreSQL rolled back counts as stored'],
      [
        "this.#state === 'ending' || this.#state === 'over'",
        "this.#state === 'ending'",
        'what is asked after the rollback is stored by itself',
      ],
      [
        "      if (this.#state !== 'over') this.#state = 'failed'\n",
        '',
        'a transaction stays open when its commit was left out, because what was sent with it has failed',
      ],
    ],
  ),
  ...mutationsIn(
    'engine/server/database/sqlite.ts',
    ['tests/engine/server/database/sqlite.test.ts'],
    [['        await tx.executeQuery(savepoint.undo)\n', '', 'a refused write is stored by the commit that it shares']],
  ),
  ...mutationsIn(
    `${folder}/drafts/merge.ts`,
    ['tests/api/merge.test.ts'],
    [
      ['!saw && !unasked(field) && (isStarred || !sameValue(theirs, yours))', 'false', 'the later of two editors wins unasked'],
      ['(!isStarred && sameValue(theirs, seen))', 'sameValue(theirs, seen)', 'what was seen guesses a starred number'],
      ['theirs: visible,', 'theirs,', 'a conflict shows a starred number whole'],
      ['version === undefined || version === stored', 'version === undefined || version !== stored', 'edits of the newest version clash'],
    ],
  ),
  ...mutationsIn(
    `${folder}/drafts/make-drafts.ts`,
    [writing],
    [
      [
        "    ...(request.scope === 'none' ? {} : { actor: request.actor }),\n",
        '',
        'a teacher edits rows of a colleague’s course',
        ['tests/api/scope.test.ts', 'tests/src/server/teaching/rules.test.ts'],
      ],
      ['    binned: model.binned && binned,\n', '', 'nothing in the bin can be restored', [rules, dependants]],
      [
        '...values, ...row.secrets, ...model.entity.where,',
        '...values, ...row.secrets,',
        'a student is added without the role',
        ['tests/api/contract/crud.test.ts'],
      ],
      [
        'unstarred(model, row.row, stored)',
        'row.row',
        'stars are stored instead of the number',
        ['tests/src/server/teaching/assistants.test.ts', 'tests/api/merge.test.ts'],
      ],
    ],
  ),
  ...mutationsIn(
    `${folder}/drafts/draft.ts`,
    [writing],
    [
      [
        "refused?.refusal && onRefusal === 'throw'",
        'refused?.refusal',
        'one refused row of many takes the others along',
        ['tests/api/contract/crud.test.ts', dependants],
      ],
    ],
  ),
  ...mutationsIn(
    `${folder}/tree/tree-codes.ts`,
    [tree],
    [['if (renewed !== code) changed.push', 'if (renewed === code) changed.push', 'codes below a moved node stay']],
  ),
  ...mutationsIn(
    `${folder}/tree/tree-rows.ts`,
    [tree],
    [['if (seen.has(draft.id)) draft.refuse', 'if (seen.size === 0) draft.refuse', 'a node hangs below itself']],
  ),
  ...mutationsIn(
    `${folder}/answer-once.ts`,
    ['tests/src/plugins/live-inspection/server/once.test.ts'],
    [
      ['    if (kept) return kept.answer\n', '', 'a retry is done again'],
      ['if (kept?.request !== request) throw', 'if (kept === undefined) throw', 'a key serves two different requests'],
      ['    if (keyed) await keep(tx, keyed, answer)\n', '', 'a retry is answered with nothing'],
    ],
  ),
  ...mutationsIn(
    `${folder}/after/tell-writes.ts`,
    ['tests/src/server/feed/events.test.ts'],
    [
      [
        'if (value) topics.add(`${word}:${value}`)',
        'if (value) topics.add(`${word}:${value}`).add(`role:1`)',
        'a write is told under one topic too many',
      ],
      [
        'for (const row of [draft.before, draft.after]) {',
        'for (const row of [draft.after]) {',
        'who loses a row from sight is not told',
        ['tests/src/server/feed/events.test.ts', 'tests/src/server/feed/rights.test.ts'],
      ],
    ],
  ),
  ...mutationsIn(
    `${folder}/after/audit.ts`,
    ['tests/api/secrets.test.ts'],
    [
      ["isSecret(fields[key]) ? ['***', '***'] : [before, after]", '[before, after]', 'a password’s hash stands in the history'],
      [
        "operation === 'edit' ? draft.changed : Object.keys(fields)",
        'Object.keys(fields)',
        'the history tells fields that did not change',
        ['tests/engine/server/write/after/audit.test.ts'],
      ],
    ],
  ),
  ...mutationsIn(
    `${folder}/watched-transactions.ts`,
    ['tests/src/server/feed/events.test.ts'],
    [
      ['if (entities.size) written(entities)', 'void written', 'totals stay what they were before a write', ['tests/api/totals.test.ts']],
      ['if (topics.length || entities.size) await feed?.committed(topics, entities)', 'void topics', 'news waits for the next look'],
    ],
  ),
  ...mutationsIn(
    `${folder}/open-writer.ts`,
    ['tests/api/totals.test.ts'],
    [
      [
        'if (!request.staged) transactions.note(tx, model.name)',
        "if (request.operation !== 'purge') transactions.note(tx, model.name)",
        'a total is stale after a purge',
      ],
      [
        'transactions.note(tx, model.name)\n        const write',
        "if (request.operation !== 'restore') transactions.note(tx, model.name)\n        const write",
        'a total is stale after a restore',
      ],
      [
        'const name = await nameOf(error.details.who)',
        "const name = ''",
        'a conflict names an account, not a person',
        ['tests/api/merge.test.ts'],
      ],
    ],
  ),
]
