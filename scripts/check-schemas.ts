/** `npm run check-schemas`: lists every problem of the schemas, or how many lines each entity takes. Exits with 1 on problems. */
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import kebabCase from 'lodash-es/kebabCase.js'
import { problemsOf, unindexed } from '../engine/schema/check-schemas.ts'
import { readJsonSchema, schemaJson, shapeChecker } from '../engine/schema/json-schema.ts'
import { entities } from '../schemas/index.ts'
import { names } from '../schemas/names.ts'
import { root } from './machine.mjs'

/** Lines with content: neither blank nor comment. */
function linesOf(file: string): number {
  if (!existsSync(file)) return 0
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => !/^\s*($|\/\/|\/?\*)/.test(line)).length
}

/** For editors: a `.json` schema that names this file as its "$schema" gets completion from it. */
function writeJsonSchema(): void {
  const folder = join(root, 'node_modules', '.cache', 'shiyan')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'entity.schema.json'), JSON.stringify(schemaJson(names), null, 2))
}

writeJsonSchema()
const loaded = await Promise.all(Object.values(entities).map((load) => load()))
const checkShape = shapeChecker(names)
const files = globSync('schemas/**/*.json', { cwd: root })
const problems = files.flatMap((file) => [...readJsonSchema(file, readFileSync(join(root, file), 'utf8'), checkShape).problems])
// Of a `.ts` schema the compiler says the same; names are left to the check across all schemas, which knows them better.
const checkForm = shapeChecker()
for (const entity of loaded)
  for (const { path, problem } of checkForm(entity)) problems.push(`${entity.name}${path.replaceAll('/', '.')}: ${problem}`)
problems.push(...problemsOf(loaded, names))
for (const [key, entity] of Object.entries(entities)) {
  const { name } = await entity()
  if (name !== key) problems.push(`${name}.name: is registered as "${key}" in schemas/index.ts, use one name`)
}

if (problems.length) {
  console.error(`${problems.length} problem(s) in the schemas:\n${problems.map((line) => `  ${line}`).join('\n')}`)
  process.exitCode = 1
} else {
  console.log('entity                schema lines   hand-written lines   searched without an index')
  for (const entity of loaded) {
    const { name, domain } = entity
    const schema = ['ts', 'json'].map((ending) => join(root, 'schemas', domain, `${kebabCase(name)}.${ending}`))
    const rules = globSync(`src/server/**/${kebabCase(name)}.rules.ts`, { cwd: root })
    const written = rules.reduce((sum, file) => sum + linesOf(join(root, file)), 0)
    const lines = schema.reduce((sum, file) => sum + linesOf(file), 0)
    console.log(
      `${name.padEnd(20)}  ${String(lines).padStart(12)}   ${String(written).padStart(18)}   ${unindexed(entity).join(', ')}`.trimEnd(),
    )
  }
  console.log(`${loaded.length} entities, no problems`)
}
