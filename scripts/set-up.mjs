// Makes a fresh clone ready: node scripts/set-up.mjs start|dev|test|bench.
// Plain JavaScript with Node built-ins only, because it runs on the machine's own Node before the project's is installed.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { buildAll } from './set-up-builds.mjs'
import { provideTestPrograms } from './set-up-programs.mjs'
import { projectBin, root } from './machine.mjs'

const windows = process.platform === 'win32'

function fail(...sentences) {
  for (const sentence of sentences) console.error(sentence)
  process.exit(1)
}

/** Run a program in the project's folder and show its output; stops the set-up if it fails. */
function run(program, args, env = process.env) {
  const { status, error } = spawnSync(program, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'], shell: windows })
  if (error || status !== 0) fail(`${program} ${args.join(' ')} 未能完成。 ${program} did not finish${error ? `: ${error.message}` : '.'}`)
}

function packagesOf(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : undefined
}

/** npm records what it really installed in a hidden lock file; compare that, because file times change with every checkout. */
function isInstalled() {
  const wanted = packagesOf(join(root, 'package-lock.json'))
  const present = packagesOf(join(root, 'node_modules', '.package-lock.json'))
  if (!wanted || !present) return false
  const names = Object.keys(wanted).filter((name) => name !== '')
  const complete = names.every((name) => (present[name] ? present[name].version === wanted[name].version : wanted[name].optional === true))
  return complete && Object.keys(present).every((name) => wanted[name])
}

/**
 * npm itself must run on the machine's Node, because the project's Node is inside the folder that npm replaces. Every package here
 * ships its binaries, so no install script runs.
 */
function install() {
  const withoutProject = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== projectBin)
  console.log('正在安装依赖 … Installing dependencies …')
  run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel', 'error'], {
    ...process.env,
    PATH: withoutProject.join(delimiter),
  })
}

function requireNode24() {
  const PATH = [projectBin, process.env.PATH].join(delimiter)
  const { stdout } = spawnSync('node', ['-v'], { env: { ...process.env, PATH }, encoding: 'utf8', shell: windows })
  const version = (stdout ?? '').trim()
  if (Number(version.slice(1).split('.')[0]) >= 24) return PATH
  return fail(
    `本项目需要 Node 24，但没有适用于 ${process.platform}-${process.arch} 的内置版本（当前为 ${version || '无'}）。请自行安装 Node 24 后重试。`,
    `This project needs Node 24, and brings none for ${process.platform}-${process.arch} (found ${version || 'none'}). Install Node 24 and try again.`,
  )
}

const mode = process.argv[2]
if (!['start', 'dev', 'test', 'bench'].includes(mode)) fail('用法 Usage: node scripts/set-up.mjs start|dev|test|bench')
if (!isInstalled()) install()
const PATH = requireNode24()
if (mode !== 'dev') buildAll({ ...process.env, PATH }, run)
if (mode === 'test' || mode === 'bench') provideTestPrograms(run)
