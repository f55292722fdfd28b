// Builds the web app if the existing build does not match the sources.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './machine.mjs'

const sources = [
  'src/client',
  'src/mobile',
  'src/feed',
  'src/derivations',
  'src/plugins',
  'engine',
  'schemas',
  'scripts/build',
  'vite.config.ts',
  'package-lock.json',
]
const stamp = join(root, 'dist', 'client.stamp')

function filesOf(path) {
  if (!existsSync(path)) return []
  if (statSync(path).isFile()) return [path]
  const files = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return files.map((entry) => join(entry.parentPath, entry.name)).sort()
}

/** By content, not file times: a checkout or a copy must not cause a build, an edit must. */
function fingerprint() {
  const hash = createHash('sha256')
  for (const file of sources.flatMap((source) => filesOf(join(root, source)))) {
    hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

export function buildClient(env, run) {
  const wanted = fingerprint()
  const built = existsSync(join(root, 'dist', 'client', 'index.html')) && existsSync(stamp)
  if (built && readFileSync(stamp, 'utf8') === wanted) return
  console.log('正在构建界面 … Building the web app …')
  run('node', [join('node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn'], env)
  writeFileSync(stamp, wanted)
}
