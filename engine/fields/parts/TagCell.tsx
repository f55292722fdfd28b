import { usePlainClass } from '../../browser/plain-look.tsx'
import type { Colour } from '../contract.ts'

/** A value as a tag. */
export function TagCell({ colour = 'default', text }: { readonly colour?: Colour; readonly text: string }) {
  return <span className={`ant-tag ant-tag-${colour} ${usePlainClass()}`}>{text}</span>
}
