/**
 * The types step of `npm run check`: node scripts/type-check.ts [tsconfig]. Runs tsc and prints the remedy below each report that names
 * none: what tsc says of a column or a call is true of the types, and does not say where they come from.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from './machine.mjs'

const remedies: readonly (readonly [report: RegExp, remedy: string])[] = [
  [
    /to parameter of type '[^']*<AppTables\b/,
    'No such column or table: columns are the fields of an entity in snake_case (`fields` of its file in schemas/), or those of the tables that src/server/system-tables.ts lists; correct the name, or add the field there.',
  ],
  [
    /is missing in type .* but required in type '(?:\{ readonly calls: )?Calls</,
    'A declared call without its function: add a function of that name to `calls` of the entity’s rules, which src/server/rules.ts names, or remove the call from its schema.',
  ],
  [
    /(?:required in type|properties from type) '(?:Record<"|\{ readonly (?:[A-Z]\w*|\d+): )/,
    'A name without its entry: this registry has one for each name of its kind in schemas/names.ts, or for each option of a schema; add the entry, or remove the name.',
  ],
  [
    /does not exist on type '(?:StoredRow|ChangedRow|FoundRow|\w*Row)\b[^']*'\.(?! Did you mean)/,
    'No such field of the row: correct the name, or add it to `fields` of the entity in schemas/.',
  ],
  [
    /SchemaError<"该调用没有字段|but required in type '[^']*'\.?$|does not exist on type '\{ readonly/m,
    'A call takes the params that its schema declares: correct the name, or add it to `params` of the call in schemas/.',
  ],
]

/** A report of tsc with the indented lines below it. */
const reportsIn = (said: string): string[] => said.trimEnd().split(/\n(?=\S)/)
const remedyOf = (report: string): string | undefined => remedies.find(([pattern]) => pattern.test(report))?.[1]

const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
const { status, stdout, stderr } = spawnSync(process.execPath, [tsc, '-p', process.argv[2] ?? '.', '--pretty', 'false'], {
  encoding: 'utf8',
})
for (const report of stdout === '' ? [] : reportsIn(stdout)) {
  const remedy = remedyOf(report)
  console.error(remedy === undefined ? report : `${report}\n    → ${remedy}`)
}
if (stderr) console.error(stderr)
process.exitCode = status === 0 ? 0 : 1
