// Finds style sheets that are too long: node scripts/style-check.mjs [folder]. The linter counts the lines of scripts only.
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const MOST = 300
const baseDir = resolve(process.argv[2] ?? '.')

const sheets = ['engine', 'src'].flatMap((folder) =>
  readdirSync(join(baseDir, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.css'))
    .map((path) => join(folder, path)),
)
const lengths = sheets.map((path) => ({ path, lines: readFileSync(join(baseDir, path), 'utf8').trimEnd().split('\n').length }))
const long = lengths.filter(({ lines }) => lines > MOST)
for (const { path, lines } of long)
  console.error(
    `${path} has ${lines} lines, at most ${MOST}: give each room its own, beside the components it styles, and import it there.`,
  )
console.log(`${sheets.length} style sheets, ${long.length} too long`)
process.exitCode = sheets.length === 0 || long.length > 0 ? 1 : 0
