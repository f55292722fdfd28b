import { Ajv, type ValidateFunction } from 'ajv'
import type { JsonOf } from '../json-schema-parts.ts'

/** The schemas are typed (`JsonOf`), so that checking them as schemas would tell nothing more. */
const ajv = new Ajv({ strict: false, meta: false, validateSchema: false })

/** Makes a reader of JSON texts that were stored or sent: undefined for what is no JSON, or not what the schema says. */
export function jsonReader<T>(schema: JsonOf<T>): (text: string) => T | undefined {
  let isRight: ValidateFunction<T> | undefined
  return (text) => {
    try {
      const value: unknown = JSON.parse(text)
      isRight ??= ajv.compile<T>(schema)
      return isRight(value) ? value : undefined
    } catch {
      return undefined
    }
  }
}
