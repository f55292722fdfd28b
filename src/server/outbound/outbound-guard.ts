import { lookup as resolve, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { addressRange, isInRange, type Address, type AddressRange } from './address-range.ts'

/** Why a connection was not made: the code of the error. */
export const OUTBOUND_REFUSED = 'OUTBOUND_REFUSED'

/** A target that nobody may reach through this server, unless its configuration says so. */
export class OutboundRefused extends Error {
  readonly code = OUTBOUND_REFUSED

  constructor(target: string) {
    super(`目标地址不在允许范围内：${target}`)
  }
}

/** One entry of OUTBOUND_ALLOW. */
interface Allowed {
  readonly host: string
  readonly range: AddressRange | undefined
  readonly port: number | undefined
}

/** Addresses in the range of public ones that clouds use for what belongs to the machine. */
const machineOwn = new Set(['168.63.129.16'])

const bare = (host: string): string => host.replace(/^\[|\]$/g, '').toLowerCase()

function entryOf(text: string): Allowed {
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:]+|[^:]*:[^:]*:.*?))(?::(\d+))?$/.exec(text) ?? []
  // An IPv6 address with a port stands in brackets, so that its last group is no port.
  const isWhole = bracketed === undefined && isIP(text.split('/')[0] ?? '') === 6
  const host = bare(isWhole ? text : (bracketed ?? plain ?? text))
  return { host, range: addressRange(host), port: isWhole || port === undefined ? undefined : Number(port) }
}

/** All public IPv6 addresses are in it; those outside may stand for an IPv4 address. */
const globalSixes: AddressRange = ipaddr.parseCIDR('2000::/3')

/** Whether everybody may reach this address: it is public, and stands for no other one. */
function isPublic(address: Address): boolean {
  if (address.kind() === 'ipv6' && !isInRange(globalSixes, address)) return false
  return address.range() === 'unicast' && !machineOwn.has(address.toString())
}

export interface OutboundGuard {
  /** Whether this target may be reached; `host` is the name by which it was asked for. */
  allows(address: string, target: { readonly host: string; readonly port: number }): boolean
  /** Resolves names for connections to this port: addresses that may not be reached are left out, whatever the name says later. */
  lookupFor(port: number): LookupFunction
}

/**
 * Keeps connections out of loopback, private, link-local, multicast and other inner addresses. `allow` names exceptions: a comma list of
 * `host`, address or CIDR, each with `:port` or without.
 */
export function outboundGuard(allow: string): OutboundGuard {
  const entries = allow
    .split(',')
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map(entryOf)
  const allows: OutboundGuard['allows'] = (text, { host, port }) => {
    const address = ipaddr.process(bare(text).split('%')[0] ?? '')
    if (isPublic(address)) return true
    return entries.some(
      (entry) =>
        (entry.port === undefined || entry.port === port) && (entry.range ? isInRange(entry.range, address) : entry.host === bare(host)),
    )
  }
  const lookupFor =
    (port: number): LookupFunction =>
    (host, options, done) => {
      resolve(host, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
        const open = error ? [] : addresses.filter(({ address }) => allows(address, { host, port }))
        const [first] = open
        if (error || !first) return done(error ?? new OutboundRefused(`${host}:${port}`), '', 0)
        if (options.all) return done(null, open)
        done(null, first.address, first.family)
      })
    }
  return { allows, lookupFor }
}
