import { chromium, type Browser } from 'playwright'
import { findChromium } from '../../scripts/machine.mjs'

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** If this is false, browser tests are skipped by name: `describe.skipIf(!hasBrowser())`. */
export function hasBrowser(): boolean {
  return findChromium() !== undefined
}

/** A locale that can write Chinese; without one, downloads lose their names. */
const env = { ...process.env, LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' }

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: findChromium(), args: flags, env })
}
