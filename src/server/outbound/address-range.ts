import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

export type Address = ipaddr.IPv4 | ipaddr.IPv6

/** Addresses that begin with the same bits. */
export type AddressRange = readonly [Address, number]

/** The range that a text names, `10.0.0.0/8` or one address; undefined if it names none. */
export function addressRange(text: string): AddressRange | undefined {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text)
  if (isIP(text) === 0) return undefined
  const address = ipaddr.process(text)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}

export const isInRange = ([base, bits]: AddressRange, address: Address): boolean =>
  base.kind() === address.kind() && address.match([base, bits])
