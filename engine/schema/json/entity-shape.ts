import type { AnyCondition } from '../condition.ts'
import type { AnyEntity, BinSpec, ExclusiveSpec, FormSpec, ImportSpec, OpenSpec, TreeSpec } from '../entity.ts'
import type { ColumnSpec, EditableSpec, FilterSpec, ListSpec } from '../list.ts'
import { actionJson, batchJson, callJson, childJson, statesJson, toolJson } from './action-shapes.ts'
import { fieldsJson } from './field-shapes.ts'
import type { SchemaNames } from './names.ts'
import {
  flag,
  listOf,
  mapOf,
  named,
  objectOf,
  objectOr,
  one,
  positive,
  ref,
  scalar,
  scalars,
  text,
  textMap,
  texts,
  whole,
  yes,
  type Json,
} from '../../json-shape.ts'

const column = objectOf<ColumnSpec<string>>({
  required: { field: true },
  properties: { field: text, width: positive, fixed: one('left', 'right'), ellipsis: positive, keep: yes },
})
const filter = (names: SchemaNames): Json =>
  objectOf<FilterSpec<string>>({
    required: { field: true },
    properties: {
      field: text,
      match: one('contains', 'exact', 'range'),
      required: text,
      choices: text,
      choicesOf: named(names.entity),
      more: yes,
    },
  })
const sort = objectOf<NonNullable<ListSpec<string>['sort']>>({
  required: { by: true, order: true },
  properties: { by: text, order: one('asc', 'desc') },
})

const byField = objectOf<{ readonly column: string; readonly by: string }>({
  required: { column: true, by: true },
  properties: { column: text, by: text },
})
const byCall = objectOf<{ readonly column: string; readonly call: string; readonly with: Json }>({
  required: { column: true, call: true, with: true },
  properties: { column: text, call: text, with: textMap },
})
const editable = objectOf<EditableSpec<string>>({
  required: { columns: true },
  properties: {
    columns: {
      ...listOf(objectOr({ if: { type: 'object', required: ['call'] }, then: byCall, else: byField }, text)),
      minItems: 1,
    },
    values: scalars,
  },
})

const listMenu = (names: SchemaNames): Json =>
  objectOf<NonNullable<ListSpec<string>['menu']>>({
    required: { icon: true, order: true },
    properties: { icon: text, order: whole, group: named(names.menuGroup), screen: named(names.screen) },
  })

const listJson = (names: SchemaNames): Json =>
  objectOf<ListSpec<string>>({
    required: { columns: true },
    properties: {
      title: text,
      panel: named(names.panel),
      columns: { ...listOf(objectOr(column, text)), minItems: 1 },
      filters: listOf(objectOr(filter(names), text)),
      sort,
      pageSizes: listOf(positive),
      params: texts,
      needs: text,
      addNeeds: text,
      editable,
      where: scalars,
      menu: listMenu(names),
      binned: yes,
    },
  })

const form = objectOf<FormSpec<string, AnyCondition, string>>({
  required: { opensIn: true, groups: true },
  properties: { opensIn: one('modal', 'drawer'), width: positive, groups: mapOf(texts), showWhen: mapOf(ref('condition')) },
})
const rowsBeside = (names: SchemaNames): Json =>
  objectOf<NonNullable<ImportSpec<string>['rows']>>({
    required: { entity: true, by: true, columns: true },
    properties: { entity: named(names.entity), by: text, columns: { ...texts, minItems: 1 } },
  })
const sheet = (names: SchemaNames): Json =>
  objectOf<ImportSpec<string>>({
    required: { columns: true, matchOn: true },
    properties: { within: text, columns: texts, matchOn: { ...texts, minItems: 1 }, fileField: text, rows: rowsBeside(names) },
  })
const tree = objectOf<TreeSpec<string>>({
  required: { parent: true, title: true },
  properties: { parent: text, title: text, order: text, code: text, level: text },
})
const bin = objectOf<BinSpec>({
  required: {},
  properties: {
    list: text,
    dependants: one('keep'),
    restore: objectOf<NonNullable<BinSpec['restore']>>({
      required: { path: true, verb: true, ids: true },
      properties: { path: text, verb: one('PUT', 'POST'), ids: text },
    }),
    purge: objectOf<NonNullable<BinSpec['purge']>>({ required: { path: true, ids: true }, properties: { path: text, ids: text } }),
  },
})
const exclusive = objectOf<ExclusiveSpec<string>>({
  required: { one: true, from: true, to: true, message: true },
  properties: { one: text, from: text, to: text, message: text, named: text },
})
const openWhile = objectOf<OpenSpec<string>>({
  required: { field: true, is: true, otherwise: true },
  properties: { field: text, is: scalar, otherwise: text },
})
const path: Json = { type: 'string', pattern: '^/[A-Za-z0-9_/-]+$' }
const endpoints = objectOf<AnyEntity['endpoints']>({
  required: { base: true },
  properties: {
    base: path,
    also: listOf(path),
    disable: listOf(one('add', 'edit', 'delete', 'deleteBatch', 'importExcel', 'exportXls')),
  },
})
const menu = (names: SchemaNames): Json =>
  objectOf<NonNullable<AnyEntity['menu']>>({
    required: { icon: true, order: true },
    properties: { icon: text, order: whole, group: named(names.menuGroup), hidden: flag, component: text },
  })
const messages = objectOf<NonNullable<AnyEntity['messages']>>({
  required: {},
  properties: { add: text, edit: text, delete: text, deleteBatch: text },
})
const exported = objectOf<NonNullable<AnyEntity['export']>>({ required: {}, properties: { name: text } })

function access(names: SchemaNames): Json {
  const grant: Json = { if: { type: 'string' }, then: one('all', 'read'), else: texts }
  const grants: Json = { type: 'object', propertyNames: named(names.role), additionalProperties: grant }
  const hidden: Json = { type: 'object', propertyNames: named(names.role), additionalProperties: texts }
  return objectOf<AnyEntity['access']>({ required: { grants: true }, properties: { grants, unmask: listOf(named(names.role)), hidden } })
}

/** A whole entity. `$schema` may stand at the top of a file, for editors. */
export function entityJson(names: SchemaNames): Json {
  return objectOf<AnyEntity & { $schema?: string }>({
    required: { name: true, title: true, domain: true, endpoints: true, fields: true, list: true, scope: true, access: true, label: true },
    properties: {
      $schema: text,
      name: named(names.entity),
      title: text,
      domain: named(names.domain),
      table: { type: 'string', pattern: '^[a-z][a-z0-9_]*$' },
      id: text,
      of: named(names.entity),
      where: scalars,
      endpoints,
      fields: fieldsJson,
      list: listJson(names),
      lists: mapOf(listJson(names)),
      form,
      rowActions: mapOf(actionJson(names)),
      tools: mapOf(toolJson(names)),
      batchActions: mapOf(batchJson(names)),
      states: listOf(statesJson),
      calls: mapOf(callJson),
      import: sheet(names),
      export: exported,
      tree,
      exclusive: listOf(exclusive),
      openWhile: listOf(openWhile),
      children: listOf(childJson(names)),
      bin: objectOr(bin, yes),
      scope: objectOr({ type: 'object', propertyNames: named(names.scope), additionalProperties: text }, one('none')),
      access: access(names),
      menu: menu(names),
      indexes: listOf(texts),
      label: text,
      remember: yes,
      search: { ...texts, minItems: 1 },
      messages,
      versioned: flag,
      feed: { type: 'object', propertyNames: named(names.topic), additionalProperties: text },
    },
  })
}
