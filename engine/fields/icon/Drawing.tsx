import type { ReactNode } from 'react'
import { drawings } from './drawings.tsx'

/** One of the drawings. */
export function Drawing({ name, otherwise }: { readonly name: string; readonly otherwise?: ReactNode }) {
  const Shape = drawings[name]
  return Shape ? <Shape aria-label={name} /> : otherwise
}
