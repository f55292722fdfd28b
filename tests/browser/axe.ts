import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, Result, RunOptions } from 'axe-core'
import type { Page } from 'playwright'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

declare global {
  interface Window {
    readonly axe: { run(options: RunOptions): Promise<AxeResults> }
  }
}

/**
 * For rules without violations, axe does not record or transfer every element: that takes two thirds of its time. It is not in frames:
 * what it would send to a sandboxed one makes the browser complain.
 */
const broken = (options: RunOptions): Promise<Result[]> =>
  window.axe.run({ ...options, iframes: false, resultTypes: ['violations'] }).then(({ violations: found }) => found)

/** The violations that axe finds on the current page, one line per element: rule, place, and its HTML. */
export async function violations(page: Page, options: RunOptions = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  const found = await page.evaluate(broken, options)
  return found.flatMap(({ id, nodes }) => nodes.map(({ target, html }) => `${id}: ${target.join(' ')} ${html.slice(0, 160)}`))
}
