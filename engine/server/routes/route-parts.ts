import { serverField } from '../../fields/server.ts'
import type { Model } from '../contract.ts'

/** The permission that guards a verb of an entity. */
export const verbPermission = (model: Model, verb: string): string => `${model.permission}:${verb}`

/** The fields of an entity as documented parameters. */
export const fieldParams = (model: Model): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(model.entity.fields).flatMap(([key, field]) =>
      [key, ...(field.also === undefined ? [] : [field.also])].map((name) => [name, { title: field.label, ...serverField(field).schema }]),
    ),
  )
