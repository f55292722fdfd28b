import { isIP } from 'node:net'
import type { buildConnector } from 'undici'
import { OutboundRefused, type OutboundGuard } from './outbound-guard.ts'

const PATIENCE = 5_000

const portOf = ({ port, protocol }: buildConnector.Options): number => Number(port) || (protocol === 'https:' ? 443 : 80)

/** Opens undici's connections, those alone that the guard allows: the address that is connected to is the one that was checked. */
export function guardedConnector(build: typeof buildConnector, guard: OutboundGuard): buildConnector.connector {
  const byPort = new Map<number, buildConnector.connector>()
  const connectorFor = (port: number): buildConnector.connector => {
    const known = byPort.get(port)
    if (known) return known
    const made = build({ timeout: PATIENCE, lookup: guard.lookupFor(port) })
    byPort.set(port, made)
    return made
  }
  return (options, done) => {
    const port = portOf(options)
    const host = options.hostname.replace(/^\[|\]$/g, '')
    // Addresses are not looked up, so nothing else would check them.
    if (isIP(host) !== 0 && !guard.allows(host, { host, port })) return done(new OutboundRefused(`${host}:${port}`), null)
    connectorFor(port)(options, done)
  }
}
