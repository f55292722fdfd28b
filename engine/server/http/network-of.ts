import { isIPv6 } from 'node:net'

/**
 * What counts as one address where tries are limited: of IPv6 the /64, which every customer has whole and could change within; an IPv4
 * address as it is, however it is written.
 */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address
  const [bare = ''] = address.split('%')
  const embedded = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1]
  if (embedded !== undefined) return embedded
  if (!isIPv6(bare)) return address
  const [head = '', tail] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::')
  const groups = (text: string): string[] => (text === '' ? [] : text.split(':'))
  const [first, last] = [groups(head), groups(tail ?? '')]
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => '0')
  return `${[...first, ...(tail === undefined ? [] : zeros), ...last].slice(0, 4).join(':')}::/64`
}
