import { join } from 'node:path'
import type { Sealer } from '../auth/seal.ts'
import { outboundGuard } from '../outbound/outbound-guard.ts'

const PATIENCE = 8_000

/** What tests of data sources may reach, how long they may take, and what opens their passwords. */
export const connectionTester = (
  { outboundAllow, dataDir }: { readonly outboundAllow: string; readonly dataDir: string },
  sealer: Sealer,
) => ({
  sealer,
  guard: outboundGuard(outboundAllow),
  folder: join(dataDir, 'data-sources'),
  patience: PATIENCE,
})
