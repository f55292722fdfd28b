import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The nodes of a test have one key, as their operator would have copied it into each of their data folders. */
export function shareKey(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(join(dataDir, 'seal-secret'), 'c2VjcmV0IG9mIGFsbCB0ZXN0cywgMzIgYnl0ZXMgbG8', { mode: 0o600 })
}
