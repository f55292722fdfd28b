import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { root } from '../../scripts/machine.mjs'
import { expectNone } from '../support/expect-none.ts'

/** A line that must not compile, and the sentence that names its remedy. */
const faults: readonly (readonly [what: string, line: string, remedy: string])[] = [
  ['a misspelt field in a rule', 'export const rule = (change: Change<"course">) => change.before?.techerId', "Did you mean 'teacherId'?"],
  [
    'a field that no schema has',
    'export const far = (change: Change<"course">) => change.after?.wages',
    'or add it to `fields` of the entity in schemas/',
  ],
  [
    'a misspelt column',
    "export const query = db.selectFrom('bh_course').where('techer_id', '=', '1')",
    'columns are the fields of an entity in snake_case',
  ],
  [
    'a misspelt selected column',
    "export const picked = db.selectFrom('bh_course').select('techer_id')",
    'columns are the fields of an entity in snake_case',
  ],
  [
    'a misspelt field of a write',
    "void engine.write({ ...edit, rows: [{ id: '1', techerId: '2' }] })",
    '写入的行没有字段 techerId，请改用模式声明的名字，或在模式中声明它',
  ],
  [
    'a misspelt field of a guard',
    "void engine.write({ ...edit, rows: [], guard: { when: { pubshd: 1 }, otherwise: '' } })",
    '条件没有字段 pubshd，请改用模式 fields 中的名字',
  ],
  ["a misspelt field in a plugin's client", 'export const row = (one: ResultRow) => one.submitStatsu', "Did you mean 'submitStatus'?"],
  ["a misspelt field of a plugin's save", "void calls.save({ ...sent, commet: '好' }, 'key')", "Did you mean to write 'comment'?"],
  [
    'a call without its function',
    'registerRules({ ...all, course: { calls: {} } })',
    'add a function of that name to `calls` of the entity’s rules',
  ],
  [
    'an entity without its functions',
    'registerRules({ ...all, course: {} })',
    'add a function of that name to `calls` of the entity’s rules',
  ],
  ['a name without its entry', "export const panels = { one: 1 } satisfies Record<'one' | 'two', 1>", 'add the entry, or remove the name'],
  [
    'an option without its function',
    'export const jobs: { readonly [J in "SampleJob" | "OtherJob"]: () => void } = { SampleJob: () => undefined }',
    'add the entry, or remove the name',
  ],
  [
    'a function without its call',
    'registerRules({ ...all, course: { calls: { ...all.course.calls, handovr: answer } } })',
    '规则的调用没有字段 handovr，请改用模式声明的名字，或在模式中声明它',
  ],
  [
    "a wrong param in a call's function",
    'export const asked = ({ params }: CallContext<CallParams<"course", "handover">>) => params.techerId',
    "Did you mean 'teacherId'?",
  ],
  [
    'a wrong param from a page',
    `declaredCall('/inspect/bhExperiSeat/moveSeat', { from: '1', to: '2', student: '3' })`,
    '该调用没有字段 student，请改用模式声明的名字，或在模式中声明它',
  ],
  ['a missing param from a page', `declaredCall('/inspect/bhExperiSeat/moveSeat', { from: '1' })`, "Property 'to' is missing"],
]
const head = `import { registerRules, type CallContext, type CallParams, type Change, type Engine, type Reader } from '${root}/engine/server/index.ts'
import type { RegistryRules } from '${root}/engine/server/application.ts'
import { declaredCall } from '${root}/engine/client/index.ts'
import { calls } from '${root}/src/plugins/live-inspection/client/state/calls.ts'
import type { MarkBody } from '${root}/src/plugins/live-inspection/client/state/mark.ts'
import type { ResultRow } from '${root}/src/plugins/live-inspection/wire.ts'
declare const db: Reader
declare const engine: Engine
declare const all: RegistryRules
declare const sent: MarkBody
declare const answer: () => Promise<object>
declare const actor: Parameters<Engine['find']>[2]
const edit = { entity: 'course', operation: 'edit', actor, fields: 'all' } as const`

describe('the types step of the check reports', () => {
  let reports: readonly string[] = []
  let status: number | null = 0

  beforeAll(() => {
    const folder = mkdtempSync(join(tmpdir(), 'shiyan-types-'))
    const merged = ['schemas/index.ts', 'schemas/names.ts', 'src/server/system-tables.ts', 'engine/client/css.d.ts']
    const files = ['planted.ts', ...merged.map((path) => join(root, path))]
    const compilerOptions = { typeRoots: [join(root, 'node_modules/@types')] }
    writeFileSync(join(folder, 'planted.ts'), [head, ...faults.map(([, line]) => line)].join('\n'))
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ extends: join(root, 'tsconfig.json'), compilerOptions, include: [], files }),
    )
    const checked = spawnSync(process.execPath, [join(root, 'scripts/type-check.ts'), '.'], { cwd: folder, encoding: 'utf8' })
    rmSync(folder, { recursive: true })
    status = checked.status
    reports = `${checked.stdout}${checked.stderr}`.trim().split(/\n(?=\S)/)
  }, 300_000)

  test.each(faults.map(([what, , remedy], index) => ({ what, remedy, line: head.split('\n').length + index + 1 })))(
    '$what, with its remedy',
    ({ remedy, line }) => {
      const about = reports.filter((report) => report.startsWith(`planted.ts(${line},`)).join('\n')
      expect(about, reports.join('\n')).toContain(remedy)
    },
  )

  test('and nothing else, and stop the check', () => {
    expect(status).not.toBe(0)
    expectNone(reports.filter((report) => !report.startsWith('planted.ts(')))
  })
})
