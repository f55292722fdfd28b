import { answeredOf } from '../../fields/server.ts'
import type { WireRow } from '../../schema/index.ts'
import type { Model } from '../contract.ts'

/** How the rows of an entity are answered: some values leave in another shape than the one in which they are stored, and sheets hold them. */
export function answeredRows({ entity }: Model): <R extends WireRow | null>(row: R) => R {
  const shapes = Object.entries(entity.fields).flatMap(([key, field]) => {
    const answered = answeredOf(field)
    return answered ? [[key, answered] as const] : []
  })
  if (shapes.length === 0) return (row) => row
  return (row) =>
    row && { ...row, ...Object.fromEntries(shapes.flatMap(([key, answered]) => (key in row ? [[key, answered(row[key])]] : []))) }
}
