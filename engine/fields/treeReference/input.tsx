import type { FieldInput } from '../client-contract.ts'
import { TreeChoice } from './TreeChoice.tsx'

export const treeReference: FieldInput<'treeReference'> = (props) => (
  <TreeChoice {...props} onChange={(next) => props.onChange(next ?? null)} />
)
