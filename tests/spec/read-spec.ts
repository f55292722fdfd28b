import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One rule of the specification. `kind` is the kind of claim; the other members are its details. */
export interface SpecRule {
  readonly id: string
  readonly entity: string
  readonly kind: string
  readonly field?: string
  readonly sentence?: string
  readonly values?: readonly unknown[] | Readonly<Record<string, unknown>>
  readonly value?: string | number
  readonly bad?: string
  readonly good?: string
  readonly min?: number
  readonly max?: number
  readonly than?: string
  readonly code?: string
  readonly order?: string
  readonly file?: string
  readonly operation?: string
  readonly call?: string
  readonly param?: string
  readonly child?: string
  /** A list other than the first. */
  readonly list?: string
  readonly width?: number
  readonly asks?: readonly number[]
  readonly actions?: readonly string[]
  readonly row?: Readonly<Record<string, unknown>>
  readonly otherRow?: Readonly<Record<string, unknown>>
  readonly roles?: Readonly<Record<string, readonly string[]>>
}

/** One call of the specification. */
export interface SpecCall {
  readonly id: string
  readonly entity: string
  readonly method: string
  readonly path: string
  readonly params: readonly string[]
}

/** Labels by entity and field. */
export type SpecLabels = Readonly<Record<string, Readonly<Record<string, string>>>>

interface Spec {
  readonly rules: readonly SpecRule[]
  readonly calls: readonly SpecCall[]
}

/** The rules and calls of all documents. */
export function readSpec(): Spec {
  const parts = ['teaching', 'identity', 'platform'].map((name): Spec =>
    JSON.parse(readFileSync(join(import.meta.dirname, `${name}.json`), 'utf8')),
  )
  return { rules: parts.flatMap((part) => part.rules), calls: parts.flatMap((part) => part.calls) }
}

/** The labels of fields, the same in columns, filters and inputs. */
export function readLabels(): SpecLabels {
  const { labels }: { readonly labels: SpecLabels } = JSON.parse(readFileSync(join(import.meta.dirname, 'labels.json'), 'utf8'))
  return labels
}
