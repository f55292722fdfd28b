import { mutationsIn, onPostgres } from './mutation.ts'

const exports = 'tests/api/contract/exports.test.ts'
const rosters = 'tests/engine/server/transfer/import-rosters.test.ts'
const devices = 'tests/engine/server/transfer/import-devices.test.ts'
const classLists = 'tests/engine/server/transfer/import-class-lists.test.ts'
const preview = 'tests/engine/server/transfer/import-preview.test.ts'
const limits = 'tests/engine/server/transfer/limits.test.ts'
const whileReading = 'tests/engine/server/transfer/imports-while-reading.test.ts'
const large = 'tests/engine/server/transfer/large-imports.test.ts'
const tree = 'tests/engine/server/transfer/import-tree.test.ts'
const restarted = 'tests/engine/server/transfer/jobs/restarted-imports.test.ts'
const folder = 'engine/server/transfer'

/** An import that is written while its file is read, and many rows of one in one statement: only where others can write beside it. */
const writtenWhileRead = [
  ...mutationsIn(
    `${folder}/commit/commit-import.ts`,
    [whileReading],
    [
      ['!(plan.errorTotal || said.own', '!(said.own', 'rows stay that were written before a wrong one was read'],
      [
        'if (allMustBeGood && plan.errorTotal) return rejectAll(plan)',
        'if (allMustBeGood && plan.errorTotal) throw new ImportRejected(plan.errors, plan.errorTotal)',
        'of a file whose first rows are wrong only those are told',
      ],
    ],
  ),
  ...mutationsIn(
    `${folder}/commit/planned-write.ts`,
    [large],
    [
      [
        'if (atOnce === 1 || error instanceof Abandoned) throw error',
        'if (atOnce < 99 || error instanceof Abandoned) throw error',
        'a large import fails whole for a value that was taken while it was stored',
      ],
      [
        'for (const [index, row] of rows.entries()) this.#note(row, outcomes[index])',
        '',
        'a large import leaves a row out and says nothing',
      ],
      ['        written.catch(() => undefined)\n', '', 'the server ends because a value was taken while a file is read', [whileReading]],
    ],
  ),
  ...mutationsIn(
    `${folder}/check/file-check.ts`,
    [whileReading],
    [
      [
        "begun?.plan.own.grow('abandoned')",
        "begun?.plan.own.grow('whole')",
        'of a file that cannot be read to its end the beginning is imported',
      ],
      ['let mayTell = engine.addsMayWait(model.name)', 'let mayTell = false', 'an import waits until its file is read'],
    ],
  ),
]

/** Faults in imports and exports. */
export const transferMutations = [
  ...onPostgres(writtenWhileRead),
  ...mutationsIn(
    `${folder}/routes.ts`,
    [exports],
    [
      [
        'const { list, ...query } = exportQuery(incoming)',
        'const { list, superQueryParams: _left, ...query } = exportQuery(incoming)',
        'an export leaves out the advanced query',
      ],
      [
        '      const { list, ...query } = exportQuery(incoming)\n',
        "      const { list, ...asked } = exportQuery(incoming)\n      const query = Object.fromEntries(Object.entries(asked).filter(([name]) => !name.endsWith('_end')))\n",
        'an export goes beyond the end of a range',
      ],
      [
        '`${model.permission}:${verb}`',
        '`${model.permission}:view`',
        'whoever sees rows may export and import them',
        ['tests/api/permissions.test.ts'],
      ],
      [
        "if (readIds(query['selections']).length > limits.selections)",
        "if (readIds(query['selections']).length > 1e9)",
        'an export of ten thousand chosen rows reaches the database',
        [limits],
      ],
    ],
  ),
  ...mutationsIn(
    `${folder}/export/export-sheet.ts`,
    [exports],
    [
      ["if (typeof label === 'string' && label !== '') return label", '', 'an export has ids for names'],
      ['return isNumber ? Number(value) : text', 'return text', 'numbers stand in a sheet as texts'],
      [' && !Number.isNaN(Number(text))', '', 'a number of which the list says a word is exported as a number'],
      ["first.done === true && whenEmpty === 'refuse'", 'first.done === undefined', 'an export of nothing is a file'],
      ['if (++count > limits.exportRows) {', 'if (++count > 1e9) {', 'an export has no end', [limits]],
    ],
  ),
  ...mutationsIn(
    `${folder}/export/running-exports.ts`,
    ['tests/engine/server/transfer/export/running-exports.test.ts'],
    [
      ['if (count >= MOST_AT_ONCE)', 'if (count >= 1e9)', 'one person begins exports without end'],
      ['      this.#end(who)\n      throw error', '      throw error', 'an export that failed counts for ever'],
    ],
  ),
  ...mutationsIn(
    `${folder}/check/check-rows.ts`,
    [rosters, devices],
    [
      [
        "else problems[this.#matchOn.at(-1) ?? ''] ??= sentences.repeated(earlier)",
        '',
        'a row that stands twice in a sheet is imported twice',
      ],
      [
        'const isUnseen = this.#starred.has(key) &&',
        "const isUnseen = key === '' && this.#starred.has(key) &&",
        'a preview tells a starred number',
      ],
      ['own[key] ??= `${field.label}不可修改`', 'void own', 'an import tells no one what it leaves as it is'],
      [
        'version: existing.version, _base: base',
        '_base: base',
        'an import overwrites what somebody changed since the preview',
        ['tests/engine/server/transfer/import-preview.test.ts'],
      ],
    ],
  ),
  ...mutationsIn(
    `${folder}/commit/commit-import.ts`,
    [devices, rosters],
    [
      ["const allMustBeGood = mode === 'all'", "const allMustBeGood = mode !== 'all'", 'an import with a wrong row writes the others'],
      [
        'if (!allMustBeGood || !(plan.errorTotal || said.own.refused.size || said.beside?.refused.size)) return',
        'if (said) return',
        'an import that is refused half way leaves the other half',
        [devices, rosters, classLists],
      ],
      [
        '        throw new Rehearsed(await written(asked, tx, way))\n',
        '        return (await written(asked, tx, way)) as never\n',
        'a preview writes',
        [preview],
      ],
      ['      if (staged) await storeStaged(staged.rows, tx)\n', '', 'a large import forgets its new rows', [large]],
    ],
  ),
  ...mutationsIn(
    `${folder}/commit/best-way.ts`,
    [large],
    [
      [
        'if (!isOvertaken(error)) throw error',
        'if (!isOvertaken(error) || otherwise) throw error',
        'a large import fails if somebody was quicker',
      ],
      [
        'const how = plan.own.isGrowing ? {',
        'const how = request ? {',
        'a large file that was checked a while ago is staged anew for one row that somebody has added',
      ],
      [
        'unlessOvertaken(stage, () => unlessOvertaken(stage, writeSlowly))',
        'unlessOvertaken(stage, writeSlowly)',
        'a large import holds all writers for an edit of its course while its file was read',
        [whileReading],
      ],
      ['rows.takesEdits && !isRefused', 'rows.takesEdits', 'changes of a refused file are checked for nothing', [whileReading]],
    ],
  ),
  ...mutationsIn(
    `${folder}/check/import-plan.ts`,
    ['tests/engine/server/transfer/check/import-plan.test.ts'],
    [
      [
        "if (this.#state === 'growing') this.#state = state",
        'this.#state = state',
        'an import never ends if the thread that reads its file does',
      ],
    ],
  ),
  ...mutationsIn(
    `${folder}/commit/planned-write.ts`,
    [devices, rosters],
    [
      [
        "operation === 'add' && !how.unique ? await this.#stillNew(tx, placed) : placed",
        'placed',
        'a row that a colleague added meanwhile gets a twin',
      ],
    ],
  ),
  ...mutationsIn(
    `${folder}/commit/staged-import.ts`,
    [large],
    [['if (!(await rows.isAsChecked(tx)))', 'if (!rows)', 'a large import goes into a course that is gone']],
  ),
  ...mutationsIn(
    'engine/server/write/staged/stage-rows.ts',
    [large],
    [
      ["context.dialect === 'sqlite' && addsMayWait", "context.dialect !== 'sqlite' && addsMayWait", 'a large import holds all writers'],
      ['`staged_${slot}_`', "slot < 0 ? '' : 'staged_'", 'two large imports at once lose the rows of one', [whileReading]],
      ['${this.#prefix}${this.#model.name}_', '${this.#prefix}', 'users get the columns of students who were imported before'],
      ["now.get(id)?.['version'] !== version", 'now.size < 0', 'a large import points to rows that are gone'],
      ['${sql.ref(`t.${id}`)} = ${sql.ref(`w.${id}`)} and', '', 'a large import writes the changes of one row into another'],
      ['for (const column of changed ?? []) found.changed?.add(column)', '', 'a large import records changes that it does not make'],
    ],
  ),
  ...mutationsIn(
    'engine/server/write/drafts/make-drafts.ts',
    [large],
    [['  request.staged?.relyOn(model, stored)\n', '', 'a large import undoes what somebody wrote since its check']],
  ),
  ...mutationsIn(
    `${folder}/check/existing-rows.ts`,
    [rosters, devices],
    [
      [
        ', engine.visible(model, actor)]',
        ']',
        'an import changes rows of a colleague’s course',
        [rosters, devices, classLists, 'tests/api/scope-roles.test.ts'],
      ],
    ],
  ),
  ...mutationsIn(
    `${folder}/check/reference-lookup.ts`,
    [rosters],
    [
      [
        'if (only && !another) return',
        'if (only) return',
        'a name that two people have means the first of them',
        ['tests/engine/server/transfer/import-preview.test.ts'],
      ],
    ],
  ),
  ...mutationsIn(
    `${folder}/jobs/job-store.ts`,
    [limits],
    [
      ['job.owner !== actor.id || ', '', 'an import is confirmed by somebody else', [limits, preview, devices]],
      ['job.role !== actor.role || ', '', 'an import goes on in another role', ['tests/engine/server/transfer/import-preview.test.ts']],
      ['own.length >= MOST_WAITING ? own', 'own.length >= 1e9 ? own', 'one person fills the memory with imports'],
    ],
  ),
  ...mutationsIn(
    `${folder}/jobs/import-job.ts`,
    [devices],
    [
      [
        'this.#commit ??= this.#write(this.#plan, mode, actor)',
        'this.#commit = this.#write(this.#plan, mode, actor)',
        'a double click imports twice',
        [rosters, restarted],
      ],
      [
        'this.#checkThen(file, (plan) => this.#rehearse(plan))',
        'this.#checkThen(file, async () => {})',
        'a preview does not know what the write refuses',
        [preview],
      ],
    ],
  ),
  ...mutationsIn(
    `${folder}/check/rows-beside.ts`,
    [classLists],
    [
      [
        '!permissions.has(`${model.permission}:import`)',
        'permissions.has(``)',
        'who may import classes imports their students too',
        [classLists, 'tests/api/permissions.test.ts'],
      ],
    ],
  ),
  ...mutationsIn(`${folder}/jobs/shown-changes.ts`, [preview], []),
  ...mutationsIn(
    `${folder}/check/sheet-parents.ts`,
    [tree],
    [
      [
        'if (key === undefined || !(key in problems) || key in ambiguous) return',
        'if (key !== undefined) return',
        'a department below one of the same sheet is refused',
      ],
    ],
  ),
]
