// Builds the web app and the server's files if the existing builds do not match the sources.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { root } from './machine.mjs'

const sources = ['engine', 'schemas', 'src', 'scripts/build', 'scripts/machine.mjs', 'vite.config.ts', 'package-lock.json']
const builds = [
  {
    name: 'client',
    says: '正在构建界面 … Building the web app …',
    made: 'index.html',
    without: ['src/server'],
    options: [],
  },
  {
    name: 'server',
    says: '正在构建服务端 … Building the server …',
    made: 'main.js',
    without: ['src/client', 'src/mobile'],
    options: ['--config', 'scripts/build/server.ts'],
  },
]

function filesOf(path) {
  if (!existsSync(path)) return []
  if (statSync(path).isFile()) return [path]
  const files = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return files.map((entry) => join(entry.parentPath, entry.name)).sort()
}

/** By content, not file times: a checkout or a copy must not cause a build, an edit must. */
function fingerprint(without) {
  const hash = createHash('sha256')
  const left = without.map((folder) => join(root, folder, sep))
  const files = sources.flatMap((source) => filesOf(join(root, source)))
  for (const file of files.filter((one) => !left.some((folder) => one.startsWith(folder)))) {
    hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

export function buildAll(env, run) {
  for (const { name, says, made, without, options } of builds) {
    const stamp = join(root, 'dist', `${name}.stamp`)
    const wanted = fingerprint(without)
    const isBuilt = existsSync(join(root, 'dist', name, made)) && existsSync(stamp)
    if (isBuilt && readFileSync(stamp, 'utf8') === wanted) continue
    console.log(says)
    run('node', [join('node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn', ...options], env)
    writeFileSync(stamp, wanted)
  }
}
