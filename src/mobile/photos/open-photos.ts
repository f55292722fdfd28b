import { useEffect, useState } from 'preact/hooks'
import { call } from '../call.ts'
import type { StoredPhoto } from '../outbox/entries.ts'

type Addresses = Readonly<Record<string, string>>

/** Signed addresses live five to ten minutes. */
const RENEW = 4 * 60_000

/** The addresses of submitted photos, by path; a photo without an address is not loaded yet. */
export function useAddresses(paths: readonly string[]): Addresses {
  const [addresses, setAddresses] = useState<Addresses>({})
  const list = paths.join(',')
  useEffect(() => {
    if (list === '') return undefined
    const read = () =>
      call<Readonly<Record<string, { url: string }>>>('POST', '/sys/common/sign', { body: { paths: list.split(',') } }).then(
        ({ result }) => {
          const fresh = Object.fromEntries(Object.entries(result).map(([path, { url }]) => [path, url]))
          setAddresses((held) => ({ ...held, ...fresh }))
        },
        () => undefined,
      )
    void read()
    const timer = setInterval(() => void read(), RENEW)
    window.addEventListener('online', read)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', read)
    }
  }, [list])
  return addresses
}

/** Addresses of photos that are still on this telephone; each takes memory until it is released. */
function localAddresses() {
  const addresses = new Map<string, string>()
  return {
    of({ id, bytes }: StoredPhoto): string {
      const address = addresses.get(id) ?? URL.createObjectURL(new Blob([bytes], { type: 'image/jpeg' }))
      addresses.set(id, address)
      return address
    },
    release: () => addresses.forEach((address) => URL.revokeObjectURL(address)),
  }
}

/** The addresses of photos on this telephone, valid while the component is mounted. */
export function useLocalAddresses(): (photo: StoredPhoto) => string {
  const [{ of, release }] = useState(localAddresses)
  useEffect(() => release, [release])
  return of
}
