// What this machine provides. Plain JavaScript with Node built-ins only: it runs on Node 20, before anything is installed.
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '..')
export const projectBin = join(root, 'node_modules', '.bin')

/** The first of `names` found on the PATH, as a full path. */
export function onPath(...names) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((file) => existsSync(file))
}

/** A Chromium that browser journeys can drive: CHROMIUM_PATH, or else one on the PATH, rather one that has no windows to draw. */
export function findChromium() {
  const asked = process.env.CHROMIUM_PATH
  if (asked) return existsSync(asked) ? asked : undefined
  return onPath('chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome')
}

/** The folder with PostgreSQL's server programs (initdb, postgres); the newest if several versions are installed. */
export function findPostgres() {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [...versions.map((version) => join(debian, version, 'bin')), ...(process.env.PATH ?? '').split(delimiter)]
  return folders.find((folder) => folder && existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))
}

/** The Redis server program. */
export function findRedis() {
  return onPath('redis-server')
}

/** Whether Chinese text can be rendered; without such a font every screenshot shows boxes. */
export function hasChineseFont() {
  const folders = ['/usr/share/fonts/opentype/noto', '/usr/share/fonts/noto-cjk', '/usr/share/fonts/truetype/wqy']
  const linux = process.platform === 'linux'
  return !linux || folders.some((folder) => existsSync(folder) && readdirSync(folder).some((file) => /cjk|wqy/i.test(file)))
}
