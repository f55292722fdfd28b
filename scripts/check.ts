/** `npm run check`: everything about the code that can be checked without running it. All steps run, so one call shows all problems. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from './machine.mjs'

const bin = (...path: string[]) => join(root, 'node_modules', ...path)

const steps: Readonly<Record<string, readonly string[]>> = {
  format: [bin('prettier', 'bin', 'prettier.cjs'), '--check', '--log-level', 'warn', '.'],
  lint: [bin('oxlint', 'bin', 'oxlint'), '-c', 'scripts/lint.json', '--deny-warnings', '.'],
  styles: ['scripts/style-check.mjs'],
  types: ['scripts/type-check.ts'],
  dependencies: ['scripts/dependency-check.mjs'],
  'dead code': [bin('knip', 'bin', 'knip.js'), '--no-progress'],
  schemas: ['scripts/check-schemas.ts'],
  migrations: ['scripts/make-migration.ts', '--check'],
  architecture: [bin('vitest', 'vitest.mjs'), 'run', '--config', 'vite.config.ts', '--project', 'unit', 'tests/architecture'],
}

const failed = Object.entries(steps).filter(([name, command]) => {
  const started = performance.now()
  const { status } = spawnSync(process.execPath, command, { cwd: root, stdio: 'inherit' })
  console.log(`${status === 0 ? '✓' : '✗'} ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`)
  return status !== 0
})

console.log(failed.length === 0 ? '\ncheck: clean' : `\ncheck: failed — ${failed.map(([name]) => name).join(', ')}`)
process.exitCode = failed.length === 0 ? 0 : 1
