import { mutationsIn } from './mutation.ts'

const permissions = 'tests/api/permissions.test.ts'
const scope = 'tests/api/scope.test.ts'
const access = 'tests/src/server/access/access.test.ts'
const signIn = 'tests/src/server/auth/sign-in.test.ts'
const throttle = 'tests/src/server/auth/throttle.test.ts'
const reach = 'tests/src/server/identity/account-reach.test.ts'
const rules = 'tests/src/server/identity/rules.test.ts'
const views = 'tests/src/server/auth/viewing/view-as.test.ts'

/** Faults in permissions, and in which rows people see. */
export const accessMutations = [
  ...mutationsIn(
    'engine/server/access/route-access.ts',
    [permissions],
    [
      [
        'return codes.some((code) => permissions.has(code)) ? undefined : codes',
        'return codes.some((code) => code.length > 0 || permissions.has(code)) ? undefined : codes',
        'everybody may make every call',
      ],
      [
        'sentence)\n  demand(actor, access)',
        "sentence)\n  if (typeof access !== 'string') demand(actor, access)",
        'a call is made without its permission',
      ],
      [
        'throw new Error(`${String(route.method)}',
        'void new Error(`${String(route.method)}',
        'a route that names no permission is mounted',
        ['tests/engine/server/access/route-access.test.ts'],
      ],
    ],
  ),
  ...mutationsIn(
    'engine/server/routes/bin-routes.ts',
    [permissions],
    [
      [
        "path: fullPath(purge?.path ?? 'purge'),\n      access: verbPermission(model, 'purge'),",
        "path: fullPath(purge?.path ?? 'purge'),\n      access: verbPermission(model, 'restore'),",
        'whoever may restore may purge',
      ],
    ],
  ),
  ...mutationsIn(
    'engine/server/routes/write-routes.ts',
    [permissions],
    [
      [
        "path: `${base}/edit`,\n      access: verbPermission(model, 'edit'),",
        "path: `${base}/edit`,\n      access: verbPermission(model, 'view'),",
        'whoever sees rows may edit them',
      ],
      [
        "path: `${base}/deleteBatch`,\n      access: verbPermission(model, 'delete'),",
        "path: `${base}/deleteBatch`,\n      access: verbPermission(model, 'edit'),",
        'whoever edits may delete many',
      ],
      ["if (!ids.length) throw new Refused('参数不识别！')", '', 'deleting nothing is told as done', ['tests/api/odd-values.test.ts']],
      [
        "rows, actor, onRefusal: 'collect' }",
        'rows, actor }',
        'one refused row keeps the others',
        ['tests/api/contract/crud.test.ts', 'tests/api/dependants.test.ts'],
      ],
    ],
  ),
  ...mutationsIn(
    'engine/server/routes/history-routes.ts',
    [permissions],
    [
      ["access: verbPermission(model, 'history')", "access: verbPermission(model, 'view')", 'whoever sees a row reads its history'],
      [
        '        const row = await internals.engine.find(model.name, id, actor)\n        if (!row) throw new NotFound()\n',
        '',
        'the history of a foreign row is read',
        ['tests/src/plugins/live-inspection/server/once.test.ts'],
      ],
    ],
  ),
  ...mutationsIn(
    'engine/server/routes/call-routes.ts',
    [permissions],
    [
      ['`${model.permission}:${permission ?? name}`', '`${model.permission}:view`', 'whoever sees rows may make every call on them'],
      [
        'if (Object.keys(problems).length) throw new InvalidInput(problems)',
        '',
        'a call runs without what it requires',
        ['tests/api/contract/sentences.test.ts', 'tests/src/plugins/live-inspection/server/absence.test.ts'],
      ],
    ],
  ),
  ...mutationsIn(
    'engine/server/routes/option-access.ts',
    ['tests/api/scope-roles.test.ts'],
    [["if (model.entity.scope !== 'none' ||", "if (model.name !== '' ||", 'whoever filters by a teacher may list all accounts']],
  ),
  ...mutationsIn(
    'engine/server/access/permission-nodes.ts',
    [permissions],
    [["new Set(['view', 'history'])", "new Set(['view', 'history', 'export'])", 'whoever may read may export']],
  ),
  ...mutationsIn(
    'src/server/access/standing.ts',
    [access],
    [
      ["node.status !== '1' || depth >= DEEPEST", 'depth >= DEEPEST', 'a permission that is switched off still counts'],
      ["if (!granted.has(id)) return 'lacked'", '', 'every role may do everything', [permissions]],
    ],
  ),
  ...mutationsIn(
    'src/server/auth/viewing/view.ts',
    [views],
    [
      [
        'other.role === viewer.role && !holdsAll(viewer, other) ? above : undefined',
        'undefined',
        'an administrator looks as one with more rights',
      ],
      ['if (isAccount || builtIn.has(other.role)) return onlyRoles', '', 'whoever may look as a role looks as every account'],
      [
        'return holdsAll(viewer, other) ? undefined : above',
        'return undefined',
        'whoever may look as a role looks as one with more rights',
      ],
    ],
  ),
  ...mutationsIn(
    'engine/server/access/route-access.ts',
    [views],
    [
      ['isPrivate !== true && (reads', '(reads', 'whoever looks in another name sees what is private'],
      ["(reads ?? (method === 'GET' || method === 'HEAD'))", '(reads ?? true)', 'whoever looks in another name writes'],
    ],
  ),
  ...mutationsIn(
    'src/server/access/access.ts',
    [access],
    [['      known.clear()\n', '', 'a permission that is taken away counts for another half minute']],
  ),
  ...mutationsIn(
    'src/server/scopes.ts',
    [scope],
    [
      [
        'where pubshed = 1 and course_id in (${added(',
        'where course_id in (${added(',
        'an assistant sees a course before it is published',
        ['tests/src/server/teaching/rules.test.ts'],
      ],
      [
        'where pubshed = 1 and course_id in\n',
        'where course_id in\n',
        'a student sees a course before it is published',
        ['tests/src/server/teaching/rules.test.ts', 'tests/api/scope-roles.test.ts'],
      ],
      [" union ${added('teacher')}", '', 'a second teacher does not see the course', ['tests/src/server/teaching/course-teachers.test.ts']],
      [
        'user_id = ${id} and kind = ${kind}',
        'user_id = ${id}',
        'an assistant works as a teacher of the course',
        ['tests/src/server/teaching/course-teachers.test.ts'],
      ],
      [
        "sql`select cast(${actor.id} as text)` : 'all'",
        "'all' : 'all'",
        'a student sees the results of others',
        ['tests/src/plugins/live-inspection/server/student-walls.test.ts'],
      ],
    ],
  ),
  ...mutationsIn(
    'src/server/auth/login-rows.ts',
    [signIn],
    [
      ["    .where('s.expires', '>', at)\n", '', 'a login never ends'],
      ["    .where('u.status', '=', 1)\n", '', 'a frozen account works on', ['tests/src/server/auth/sign-in.test.ts']],
      ["    .where('u.del_flag', '=', 0)\n", '', 'a deleted account works on', ['tests/src/server/auth/sign-in.test.ts']],
    ],
  ),
  ...mutationsIn(
    'src/server/auth/throttle.ts',
    [throttle],
    [
      ['+ earlier > FORGIVEN.pair', '+ earlier > 1e9', 'a password is guessed without end'],
      ['if (await isKnown(db, { ip, username, at: now() })) return leave', '', 'guesses of strangers slow the owner down'],
    ],
  ),
  ...mutationsIn(
    'src/server/identity/refuse-above.ts',
    [reach],
    [
      ['if (reason !== undefined) change.refuse(reason)\n    else if', 'if', 'a manager sets the password of an administrator'],
      ['if (reason !== undefined) throw new Refused(reason)', '', 'a manager takes an administrator out of the bin'],
      [
        'if (gets(reach.free)) return',
        'if (given.length < 0) return',
        'somebody gives themselves a role without their data rule',
        ['tests/src/server/identity/limited-managers.test.ts'],
      ],
      [
        'if (own?.byName && isRenamed(change)) return',
        'if (own?.byName && !isRenamed(change)) return',
        'somebody takes the name that their data rule asks for',
        ['tests/src/server/identity/limited-names.test.ts'],
      ],
    ],
  ),
  ...mutationsIn(
    'src/server/identity/account-guards.ts',
    [rules],
    [
      [
        'if (isFirst && after.status === 2) change.refuse(adminRefusal)',
        '',
        'the first administrator is frozen',
        ['tests/src/server/identity/rules.test.ts'],
      ],
      [
        "else if (change.id === context.actor.id) change.refuse('不能删除自己的账号！')",
        '',
        'people delete themselves',
        ['tests/src/server/identity/rules.test.ts'],
      ],
      ['    await endLoginsOf(context.tx, ids)\n', '', 'a new password leaves old logins alive', [signIn, rules]],
    ],
  ),
  ...mutationsIn(
    'engine/server/http/reading-turns.ts',
    ['tests/engine/server/http/reading-turns.test.ts'],
    [
      ['this.#holdsThread && ', '', 'a long read that held nobody is waited after'],
      [' && performance.now() - began > SMALL', ' && false', 'nobody gets a turn after a read that held the thread'],
    ],
  ),
]
