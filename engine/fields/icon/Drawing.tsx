import type { ReactNode } from 'react'
import { drawings } from './drawings.tsx'
import { isIconName } from './names.ts'

/** One of the drawings. */
export function Drawing({ name, otherwise }: { readonly name: string; readonly otherwise?: ReactNode }) {
  const Shape = isIconName(name) ? drawings[name] : undefined
  return Shape ? <Shape aria-label={name} /> : otherwise
}
