import { Ajv, type ErrorObject } from 'ajv'
import type { AnyEntity } from './index.ts'
import { entityJson } from './json/entity-shape.ts'
import { conditionJson, fieldJson } from './json/field-shapes.ts'
import type { SchemaNames } from './json/names.ts'
import { escaped, positionAt, positionsOf } from './json/positions.ts'
import type { Json } from '../json-schema-parts.ts'
import { suggest } from './suggest.ts'

export type { SchemaNames } from './json/names.ts'

/** The JSON Schema of a schema file, for completion in editors and for `.json` schemas; derived from the format's own types. */
export function schemaJson(names: SchemaNames = {}): Json {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Entity schema',
    ...entityJson(names),
    $defs: { field: fieldJson(names), condition: conditionJson },
  }
}

/** A value that the format does not allow. `path` is a JSON pointer. */
interface Fault {
  readonly path: string
  readonly problem: string
}

const meant = (word: unknown, words: readonly string[]): string => {
  const guess = typeof word === 'string' ? suggest(word, words) : undefined
  return guess ? `, did you mean "${guess}"?` : words.length ? `; known: ${words.join(', ')}` : ''
}

/** Property names that are allowed where the error is. */
function allowed(error: ErrorObject): string[] {
  const schema: unknown = error.parentSchema
  if (typeof schema !== 'object' || schema === null || !('properties' in schema)) return []
  return Object.keys(Object(schema.properties))
}

function faultOf(error: ErrorObject): Fault | undefined {
  const params: Readonly<Record<string, unknown>> = error.params
  const path = error.instancePath
  switch (error.keyword) {
    case 'if':
      return undefined
    case 'additionalProperties': {
      const key = String(params.additionalProperty)
      return { path: `${path}/${escaped(key)}`, problem: `there is no option "${key}" here${meant(key, allowed(error))}` }
    }
    case 'propertyNames':
      return { path: `${path}/${escaped(String(params.propertyName))}`, problem: `"${String(params.propertyName)}" is not known here` }
    case 'required':
      return { path, problem: `"${String(params.missingProperty)}" is missing, add it` }
    case 'enum': {
      const words = Array.isArray(params.allowedValues) ? params.allowedValues.map(String) : []
      return error.propertyName === undefined
        ? { path, problem: `${JSON.stringify(error.data)} is not known${meant(error.data, words)}` }
        : undefined
    }
    case 'type': {
      const words = allowed(error)
      return { path, problem: `must be ${String(params.type)}${words.length ? ` with ${words.join(', ')}` : ''}` }
    }
    case 'const':
      return { path, problem: `must be ${JSON.stringify(params.allowedValue)}` }
    default:
      return { path, problem: error.message ?? 'is not allowed' }
  }
}

/** Make a checker for plain values; reuse it, because making one takes a while. */
export function shapeChecker(names: SchemaNames = {}): (value: unknown) => Fault[] {
  const validate = new Ajv({ allErrors: true, verbose: true, strict: false, inlineRefs: false }).compile(schemaJson(names))
  return (value) => {
    if (validate(value)) return []
    return (validate.errors ?? []).map(faultOf).filter((fault) => fault !== undefined)
  }
}

/** What reading a `.json` schema file gives: the entity, or every problem as `file:line:column: …`. */
export type JsonSchemaFile =
  { readonly entity: AnyEntity; readonly problems: readonly [] } | { readonly entity?: undefined; readonly problems: readonly string[] }

function parse(text: string, file: string): { value: unknown } | { problem: string } {
  try {
    return { value: JSON.parse(text) }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const offset = Number(/position (\d+)/.exec(reason)?.[1] ?? text.length)
    const { line, column } = positionAt(text, offset)
    return { problem: `${file}:${line}:${column}: ${reason.replace(/ in JSON at position.*$/, '').replace(/, ".*$/s, '')}` }
  }
}

/** Read the text of a `.json` schema. Its shape is checked here; what it says about other entities is checked by `problemsOf`. */
export function readJsonSchema(file: string, text: string, check: (value: unknown) => Fault[] = shapeChecker()): JsonSchemaFile {
  const parsed = parse(text, file)
  if ('problem' in parsed) return { problems: [parsed.problem] }
  const positionAt = positionsOf(text)
  const problems = check(parsed.value).map(({ path, problem }) => {
    const { line, column } = positionAt(path)
    return `${file}:${line}:${column}: ${path.slice(1).replaceAll('/', '.') || 'schema'}: ${problem}`
  })
  // The check above has seen every property; there is no cheaper proof of the type.
  return problems.length ? { problems } : { entity: parsed.value as AnyEntity, problems: [] }
}
