import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './machine.mjs'

/** What `npm start` tells Node, for whoever starts the built server otherwise. */
export const startOptions = (): string[] => {
  const { scripts }: { scripts: { start: string } } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return scripts.start.split(' ').filter((word) => word.startsWith('--'))
}
