import { Suspense } from 'react'
import { lazyPart } from '../../../engine/client/index.ts'

/** As large as an icon, so that nothing moves when the icon is loaded. */
const Place = () => <span className="anticon" style={{ width: '1em', height: '1em' }} />
const NamedIcon = lazyPart(async () => (await import('./menu-icons.tsx')).NamedIcon, Place)

/** The icon of a menu entry. */
export function MenuIcon({ name }: { readonly name: string | null | undefined }) {
  return (
    <Suspense fallback={<Place />}>
      <NamedIcon name={name} />
    </Suspense>
  )
}
