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

/** Journeys are skipped by name where this is false: `describe.skipIf(!hasBrowser())`. */
export function hasBrowser(): boolean {
  return findChromium() !== undefined
}

/** In a locale that can write Chinese, or downloads lose their names where none is set. */
const env = { ...process.env, LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' }

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: findChromium(), args: flags, env })
}
