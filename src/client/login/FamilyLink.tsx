import type { MouseEvent } from 'react'
import { goTo } from './family.ts'

/** A link within the sign-in family, which needs no reload. */
export function FamilyLink({ to, children }: { readonly to: string; readonly children: string }) {
  const handleClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    goTo(to)
  }
  return (
    <a href={to} onClick={handleClick}>
      {children}
    </a>
  )
}
