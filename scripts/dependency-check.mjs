// Runs dependency-cruiser over a folder: node scripts/dependency-check.mjs [folder]. It needs a TypeScript compiler API, which
// TypeScript 7 does not have, so it gets 5.9, installed as `typescript-api`. Without one it would see no imports at all and pass; so
// seeing none is an error here.
import { registerHooks } from 'node:module'
import { join, resolve } from 'node:path'
import { dependencyRules, options, places } from './dependency-rules.mjs'

registerHooks({
  resolve: (name, context, next) => next(/^typescript($|\/)/.test(name) ? name.replace('typescript', 'typescript-api') : name, context),
})

const { cruise } = await import('dependency-cruiser')
const { default: extractTSConfig } = await import('dependency-cruiser/config-utl/extract-ts-config')

/** Files that are in no place, or in two: no rule would say what they may import. */
function strayFiles(files) {
  const product = files.filter((file) => /^(engine|schemas|src)\/.*\.[cm]?[jt]sx?$/.test(file))
  const isIn = (file, paths) => paths.some((path) => new RegExp(path).test(file))
  const placesOf = (file) => places.filter(({ paths, pathsNot = [] }) => isIn(file, paths) && !isIn(file, pathsNot))
  const faults = product.flatMap((file) => {
    const [place, ...more] = placesOf(file)
    if (!place) return [`${file} stands in no place: move it into one of the folders that scripts/dependency-rules.mjs names.`]
    return more.length > 0 ? [`${file} stands in ${[place, ...more].map(({ slug }) => slug).join(' and ')}: one place, one side.`] : []
  })
  return { product, faults }
}

const pathsIn = ({ path = [], pathNot = [] }) => [path, pathNot].flat()

/** Paths of rules that no file matches: they check nothing. */
function emptyPaths(files) {
  const named = [
    ...dependencyRules.map(({ name, from, to }) => [name, [from, to].flatMap(pathsIn)]),
    ...places.map(({ slug, paths }) => [slug, paths]),
  ]
  return named.flatMap(([name, paths]) =>
    paths
      .filter((path) => !path.includes('$1') && !files.some((file) => new RegExp(path).test(file)))
      .map((path) => `${name} names ${path}, which matches no file: correct the path, or delete it.`),
  )
}

const baseDir = resolve(process.argv[2] ?? '.')
const folders = ['engine', 'schemas', 'src', 'scripts', 'tests']
const tsConfig = extractTSConfig(join(baseDir, 'tsconfig.json'))
const { output } = await cruise(folders, { ...options, baseDir, ruleSet: { forbidden: dependencyRules }, validate: true }, undefined, {
  tsConfig,
})
const { modules, summary } = output

const imports = modules.reduce((count, module) => count + module.dependencies.length, 0)
if (imports === 0) console.error('dependency-check saw no import at all: it cannot read TypeScript here.')
for (const { from, to, rule, cycle } of summary.violations) {
  const path = cycle ? cycle.map((step) => step.name).join(' → ') : to
  const advice = dependencyRules.find((each) => each.name === rule.name)?.comment
  console.error(`${from} → ${path}\n    ${rule.name}: ${advice}`)
}
const files = modules.map(({ source }) => source)
const { product, faults } = strayFiles(files)
const problems = [...faults, ...emptyPaths(files)]
for (const problem of problems) console.error(problem)
console.log(
  `${files.length} files, ${imports} imports, ${summary.violations.length} forbidden; ` +
    `${product.length - faults.length} of ${product.length} files of the product in one of ${places.length} places`,
)
process.exitCode = imports === 0 || summary.violations.length + problems.length > 0 ? 1 : 0
