import { mutationsIn } from './mutation.ts'

const asked = 'tests/engine/server/query/asked-lists.test.ts'
const lists = 'tests/api/contract/lists.test.ts'
const totals = 'tests/api/totals.test.ts'
const scope = 'tests/api/scope.test.ts'
const secrets = 'tests/api/secrets.test.ts'
const folder = 'engine/server/query'

/** Faults in reading lists and rows. */
export const queryMutations = [
  ...mutationsIn(
    `${folder}/filter-sql.ts`,
    [asked],
    [
      ['text.replace(/[\\\\%_]/g, (sign) => `\\\\${sign}`)', 'text', 'a percent sign that is looked for stands for anything'],
      [
        "ge: '>=',\n",
        "ge: '>',\n",
        'a lower bound leaves out its own value',
        ['tests/engine/server/query/asked-lists.test.ts', 'tests/api/contract/lists.test.ts'],
      ],
      [
        "containsSql(target, { before: starts ? '%' : '', text, after: ends ? '%' : '' })",
        "containsSql(target, { before: '%', text, after: '%' })",
        'a filter for the beginning of a text finds it anywhere',
      ],
      [
        '(${target.column} is null or ${target.column} <> ${bound(target, value)})',
        '(${target.column} <> ${bound(target, value)})',
        'rows without a value are missing among those that are not so',
      ],
      [
        "side === 'begin' ? '00:00:00' : '23:59:59'",
        "'00:00:00'",
        'the last day of a range is left out',
        ['tests/engine/server/query/asked-lists.test.ts'],
      ],
      ["side === 'begin' ? '>=' : '<='", "side === 'begin' ? '>' : '<='", 'the first value of a range is left out'],
      [
        '`${before}${escapeLike(spellingOf(field, text))}${after}`',
        '`${before}${escapeLike(text)}${after}`',
        'a text is not found in the spelling in which it is stored',
        ['tests/src/server/clean-text.test.ts'],
      ],
    ],
  ),
  ...mutationsIn(
    `${folder}/list-rows.ts`,
    [lists],
    [
      ['from: (current - 1) * size', 'from: current * size', 'the first page is skipped'],
      ['records.length < size ? records.length', 'records.length <= size ? records.length', 'a full first page is taken for all there is'],
      ['current === 1 && records.length < size', 'records.length < size', 'beyond the last page there is nothing at all', [totals]],
      [
        'pages: Math.ceil(shown / size)',
        'pages: Math.floor(shown / size)',
        'the last page is not counted',
        ['tests/engine/server/query/asked-lists.test.ts'],
      ],
      [
        '...visible.limits, ...fixedSql(context, listing), ',
        '...fixedSql(context, listing), ',
        'lists show rows of everybody, and those in the bin',
        [scope],
      ],
      [
        '...visible.limits, ...fixedSql(context, listing), ',
        '...visible.limits, ',
        'a list of some rows shows all',
        ['tests/src/plugins/live-inspection/server/help.test.ts', 'tests/src/plugins/live-inspection/server/marking.test.ts'],
      ],
      ['binned: list.binned === true', 'binned: false', 'the bin shows what is not in it', ['tests/api/bin.test.ts']],
      [
        "Math.min(positiveWhole(query['pageSize'], listing.list.pageSizes?.[0] ?? 10), listing.list.mostRows ?? MOST_ROWS)",
        "positiveWhole(query['pageSize'], listing.list.pageSizes?.[0] ?? 10)",
        'a page may have a million rows',
        [asked, lists],
      ],
      [
        'const asked = isByRule(listing) ? `${wholeActor(actor)}:${askedBy}` : askedBy',
        'const asked = askedBy',
        'a total is another person’s',
        [totals],
      ],
      [
        '!scoped && !isByRule(listing) && !readsOtherRows(context, listing.model, filtersOf(listing))',
        '!scoped && !isByRule(listing)',
        'a total does not follow the rows that it counts',
        [totals],
      ],
    ],
  ),
  ...mutationsIn(
    `${folder}/list-plan.ts`,
    [totals],
    [
      [
        "isPersonal(model) ? wholeActor(actor) : hidden.has(actor.role) ? actor.role : ''",
        "''",
        'a kept query shows one person the rows of another',
        [scope],
      ],
      ['`${role}:${id}:${orgCode}${', '`${role}${', 'teachers share what was worked out for one of them', [scope]],
      [
        "selection.day, query['column'], query['order'], ...names",
        "selection.day, query['column'], ...names",
        'a list sorted downwards comes as the one sorted upwards',
        [lists],
      ],
    ],
  ),
  ...mutationsIn(
    'engine/server/database/known-statements.ts',
    ['tests/engine/server/database/known-statements.test.ts'],
    [
      [
        'marks.every((_, index) => taken.has(index)) ? { query',
        'marks.length >= 0 ? { query',
        'a value that is worked out is answered with that of another request',
      ],
      [
        "typeof value === 'number' ? randomInt(2 ** 40, 2 ** 47) : randomUUID()",
        'value',
        'a constant of a query is taken for a value of the request',
      ],
    ],
  ),
  ...mutationsIn(
    `${folder}/row-scope.ts`,
    [scope],
    [
      [
        "if (meaning === 'none') return [{ by: 'scope', word, condition: never }]",
        "if (meaning === 'none') return []",
        'a role that has no rows sees all',
        ['tests/api/scope-roles.test.ts'],
      ],
      ['t.del_flag = ${binned ? 1 : 0}', 't.del_flag >= 0', 'what was deleted is listed', ['tests/api/contract/crud.test.ts']],
      [
        '...(own ? [',
        '...(own && anyOfTable ? [',
        'accounts that are no students are listed among them',
        ['tests/src/server/teaching/rules.test.ts'],
      ],
      [
        '...(actor ? scopeConditions(context, { model, actor, db }) : []),',
        '...(actor ? scopeConditions(context, { model, actor, db }).slice(0, 1) : []),',
        'one of two scopes is enough',
        ['tests/src/plugins/live-inspection/server/student-walls.test.ts', 'tests/src/plugins/live-inspection/server/student.test.ts'],
      ],
      [
        'limits: conditions.map(({ condition }) => condition)',
        "limits: conditions.flatMap(({ by, condition }) => (by === 'scope' ? [] : [condition]))",
        'a row is shown although its explanation says that it is hidden',
        ['tests/src/server/access/explain/explain.test.ts'],
      ],
    ],
  ),
  ...mutationsIn(
    `${folder}/sort.ts`,
    [lists],
    [
      [
        'directions[index] ?? directions.at(-1)',
        'directions[0]',
        'the second column sorts as the first does',
        ['tests/engine/server/query/asked-lists.test.ts'],
      ],
      [
        'const parts = indexed ? keys.map(part) : [...keys, id].map(part)',
        'const parts = keys.map(part)',
        'equal rows change places from page to page',
        [lists, totals, 'tests/api/contract/exports.test.ts'],
      ],
      [
        'isWithheldFrom(context, viewer, key)) return false',
        "key === '') return false",
        'a starred number is spelled out by sorting',
        ['tests/engine/server/query/asked-lists.test.ts'],
      ],
    ],
  ),
  ...mutationsIn(
    `${folder}/mask.ts`,
    [secrets],
    [
      [
        "value.slice(0, 3) + '*'.repeat(value.length - 7)",
        "value.slice(0, 6) + '*'.repeat(value.length - 10)",
        'stars leave out more of a number than they say',
        ['tests/src/server/teaching/assistants.test.ts', 'tests/engine/server/transfer/import-rosters.test.ts'],
      ],
      [
        'isHiddenFrom(context, { model, role: actor.role }, key)\n}',
        'false\n}',
        'a hidden field is found by filtering',
        ['tests/src/plugins/live-inspection/server/student.test.ts'],
      ],
    ],
  ),
  ...mutationsIn(
    `${folder}/to-wire.ts`,
    ['tests/api/contract/texts.test.ts'],
    [
      [
        '    if (actor.permissions.has(permission)) continue\n',
        '    if (actor) continue\n',
        'a starred number is shown whole',
        ['tests/src/server/teaching/assistants.test.ts', 'tests/api/merge.test.ts'],
      ],
      [
        'for (const name of hidden.get(actor.role) ?? [])',
        'for (const name of [] as string[])',
        'a student reads who marked the work',
        ['tests/src/server/feed/events.test.ts', 'tests/src/plugins/live-inspection/server/student.test.ts'],
      ],
      ["texts.set(id, text ?? '')", 'texts.set(id, id)', 'a list shows ids for names'],
    ],
  ),
  ...mutationsIn(
    `${folder}/advanced-query.ts`,
    [asked],
    [
      [
        'isAny ? sql` or ` : sql` and `',
        'isAny ? sql` and ` : sql` and `',
        'any of the rules means all of them',
        [asked, 'tests/api/bin.test.ts'],
      ],
      ["left_like: 'ends'", "left_like: 'starts'", 'an advanced query looks at the wrong end'],
      ['if (!known) throw refuse', "if (!known && key === '') throw refuse", 'an advanced query faults on an unknown field'],
    ],
  ),
  ...mutationsIn(
    `${folder}/comparison-sql.ts`,
    ['tests/engine/server/query/asked-lists.test.ts'],
    [["compareSql(target, '>', `${day} 23:59:59`)", "compareSql(target, '>', `${day} 00:00:00`)", 'later than a day begins with that day']],
  ),
  ...mutationsIn(
    `${folder}/asked-limit.ts`,
    ['tests/api/odd-values.test.ts', asked],
    [
      ['if (values > MOST_VALUES)', 'if (values > 1e9)', 'a filter of ten thousand values reaches the database'],
      ['if (++patterns > MOST_PATTERNS)', 'if (++patterns > 1e9)', 'hundreds of patterns are compared with every row'],
    ],
  ),
  ...mutationsIn(
    `${folder}/find-rows.ts`,
    ['tests/api/scope-roles.test.ts'],
    [
      ['  if (request.namedBy) where.push(namedSql(context, request))\n', '', 'whoever filters by a teacher may list all accounts'],
      [
        "const size = Math.min(positiveWhole(query['pageSize'], 50), MOST_OPTIONS)",
        "const size = positiveWhole(query['pageSize'], 50)",
        'choices are asked for by the million',
        ['tests/api/odd-values.test.ts'],
      ],
    ],
  ),
  ...mutationsIn(`${folder}/column-sql.ts`, ['tests/api/counts.test.ts'], []),
]
