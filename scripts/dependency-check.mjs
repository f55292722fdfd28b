// Runs dependency-cruiser over a folder: node scripts/dependency-check.mjs [folder].
// It needs a TypeScript compiler API, which TypeScript 7 has not: it is given 5.9, installed as `typescript-api`.
// Without one it would see no import at all and pass; so seeing none is an error here.
import { registerHooks } from 'node:module'
import { join, resolve } from 'node:path'
import rules from './dependency-rules.mjs'

registerHooks({
  resolve: (name, context, next) => next(/^typescript($|\/)/.test(name) ? name.replace('typescript', 'typescript-api') : name, context),
})

const { cruise } = await import('dependency-cruiser')
const { default: extractTSConfig } = await import('dependency-cruiser/config-utl/extract-ts-config')

const baseDir = resolve(process.argv[2] ?? '.')
const folders = ['engine', 'schemas', 'src', 'scripts', 'tests']
const { forbidden, options } = rules
const tsConfig = extractTSConfig(join(baseDir, 'tsconfig.json'))
const { output } = await cruise(folders, { ...options, baseDir, ruleSet: { forbidden }, validate: true }, undefined, { tsConfig })
const { modules, summary } = output

const imports = modules.reduce((count, module) => count + module.dependencies.length, 0)
if (imports === 0) console.error('dependency-check saw no import at all: it cannot read TypeScript here.')
for (const { from, to, rule, cycle } of summary.violations) {
  const path = cycle ? cycle.map((step) => step.name).join(' → ') : to
  const advice = forbidden.find((each) => each.name === rule.name)?.comment
  console.error(`${from} → ${path}\n    ${rule.name}: ${advice}`)
}
console.log(`${modules.length} files, ${imports} imports, ${summary.violations.length} forbidden`)
process.exitCode = imports === 0 || summary.violations.length > 0 ? 1 : 0
