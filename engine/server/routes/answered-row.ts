import { answeredOf } from '../../fields/server.ts'
import type { WireRow } from '../../schema/index.ts'
import type { Model } from '../contract.ts'

/**
 * What answers hold in place of a row, if some of its values leave in another shape than the one in which they are stored; sheets have the
 * stored one. Undefined if rows are answered as they are.
 */
export function answeredRow({ entity }: Model): ((row: WireRow) => WireRow) | undefined {
  const shapes = Object.entries(entity.fields).flatMap(([key, field]) => {
    const answered = answeredOf(field)
    return answered ? [[key, answered] as const] : []
  })
  if (shapes.length === 0) return undefined
  return (row) => ({ ...row, ...Object.fromEntries(shapes.flatMap(([key, answered]) => (key in row ? [[key, answered(row[key])]] : []))) })
}
