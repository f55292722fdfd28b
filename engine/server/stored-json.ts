import { Ajv } from 'ajv'
import type { JsonOf } from '../json-schema-parts.ts'

const ajv = new Ajv({ strict: false })

/** Makes a reader of JSON texts that were stored or sent: undefined for what is no JSON, or not what the schema says. */
export function jsonReader<T>(schema: JsonOf<T>): (text: string) => T | undefined {
  const isRight = ajv.compile<T>(schema)
  return (text) => {
    try {
      const value: unknown = JSON.parse(text)
      return isRight(value) ? value : undefined
    } catch {
      return undefined
    }
  }
}
