import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../scripts/machine.mjs'

const scripts: Readonly<Record<string, string>> = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts

test('each tool that runs TypeScript is set up in a script of its own, because a shell keeps using the Node it found first', () => {
  const needsOurNode = Object.keys(scripts).filter((name) => /\bnode\b.*\.ts\b/.test(scripts[name] ?? ''))
  expect(needsOurNode).toContain('check')
  for (const name of needsOurNode) {
    expect(scripts[name], `npm run ${name} must start one program only`).toMatch(/^node \S+\.ts( --long)?$/)
    expect(scripts[`pre${name}`], `npm run ${name} needs "pre${name}"`).toMatch(/^node scripts\/set-up\.mjs (start|dev|test|bench)$/)
  }
})
