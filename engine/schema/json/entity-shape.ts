import { iconName } from './icon-shape.ts'
import type { AnyCondition } from '../condition.ts'
import type { BinSpec } from '../bin.ts'
import type { AnyEntity, ExclusiveSpec, FormSpec, OpenSpec, TreeSpec } from '../entity.ts'
import type { ImportSpec } from '../import.ts'
import type { ColumnSpec, EditableSpec, FilterSpec, ListSpec, TabsSpec } from '../list.ts'
import { tryJson, actionJson, batchJson, callJson, childJson, statesJson, toolJson } from './action-shapes.ts'
import { fieldsJson } from './field-shapes.ts'
import type { SchemaNames } from './names.ts'
import { screenJson } from './screen-shape.ts'
import { treePageJson } from './tree-page-shape.ts'
import {
  filled,
  flag,
  arrayOf,
  mapOf,
  named,
  objectOf,
  objectOr,
  oneOf,
  positive,
  definitionRef,
  scalar,
  scalars,
  nonEmptyText,
  textMap,
  texts,
  integer,
  constTrue,
  type Json,
} from '../../json-schema-parts.ts'

const column = objectOf<ColumnSpec<string>>({
  required: { field: true },
  properties: { field: nonEmptyText, width: positive, fixed: oneOf('left', 'right'), ellipsis: positive, keep: constTrue, texts: textMap },
})
const filter = (names: SchemaNames): Json =>
  objectOf<FilterSpec<string>>({
    required: { field: true },
    properties: {
      field: nonEmptyText,
      match: oneOf('contains', 'exact', 'range'),
      required: nonEmptyText,
      choices: nonEmptyText,
      choicesOf: named(names.entity),
      more: constTrue,
      below: constTrue,
    },
  })
const sort = objectOf<NonNullable<ListSpec<string>['sort']>>({
  required: { by: true, order: true },
  properties: { by: nonEmptyText, order: oneOf('asc', 'desc') },
})

const byField = objectOf<{ readonly column: string; readonly by: string }>({
  required: { column: true, by: true },
  properties: { column: nonEmptyText, by: nonEmptyText },
})
const byCall = objectOf<{ readonly column: string; readonly call: string; readonly with: Json }>({
  required: { column: true, call: true, with: true },
  properties: { column: nonEmptyText, call: nonEmptyText, with: textMap },
})
const editable = objectOf<EditableSpec<string>>({
  required: { columns: true },
  properties: {
    columns: {
      ...arrayOf(objectOr({ if: { type: 'object', required: ['call'] }, then: byCall, else: byField }, nonEmptyText)),
      minItems: 1,
    },
    values: scalars,
  },
})

const listTabs = objectOf<TabsSpec<string>>({
  required: { by: true },
  properties: { by: nonEmptyText, only: mapOf(texts) },
})

const listMenu = (names: SchemaNames): Json =>
  objectOf<NonNullable<ListSpec<string>['menu']>>({
    required: { icon: true, order: true },
    properties: { icon: iconName, order: integer, group: named(names.menuGroup), screen: named(names.screen) },
  })

const listJson = (names: SchemaNames): Json =>
  objectOf<ListSpec<string>>({
    required: { columns: true },
    properties: {
      title: nonEmptyText,
      panel: named(names.panel),
      columns: { ...arrayOf(objectOr(column, nonEmptyText)), minItems: 1 },
      filters: arrayOf(objectOr(filter(names), nonEmptyText)),
      sort,
      pageSizes: arrayOf(positive),
      mostRows: positive,
      mostCounted: positive,
      numbered: constTrue,
      flat: constTrue,
      params: texts,
      needs: nonEmptyText,
      addNeeds: nonEmptyText,
      editable,
      where: scalars,
      faded: scalars,
      tabs: listTabs,
      unfolds: { ...texts, minItems: 1 },
      menu: listMenu(names),
      rereads: positive,
      binned: constTrue,
    },
  })

const form = objectOf<FormSpec<string, AnyCondition, string>>({
  required: { opensIn: true, groups: true },
  properties: {
    opensIn: oneOf('modal', 'drawer'),
    width: positive,
    groups: mapOf(texts),
    tabs: mapOf(filled(nonEmptyText)),
    showWhen: mapOf(definitionRef('condition')),
    keep: texts,
    alerts: textMap,
    fills: mapOf(mapOf(scalars)),
    tries: mapOf(tryJson),
    closesOnRefusal: constTrue,
  },
})
const rowsBeside = (names: SchemaNames): Json =>
  objectOf<NonNullable<ImportSpec<string>['rows']>>({
    required: { entity: true, by: true, columns: true },
    properties: { entity: named(names.entity), by: nonEmptyText, columns: { ...texts, minItems: 1 } },
  })
const sheet = (names: SchemaNames): Json =>
  objectOf<ImportSpec<string>>({
    required: { columns: true, matchOn: true },
    properties: {
      within: nonEmptyText,
      columns: texts,
      matchOn: { ...texts, minItems: 1 },
      fileField: nonEmptyText,
      rows: rowsBeside(names),
    },
  })
const tree = objectOf<TreeSpec<string>>({
  required: { parent: true, title: true },
  properties: {
    parent: nonEmptyText,
    title: nonEmptyText,
    order: nonEmptyText,
    code: nonEmptyText,
    level: nonEmptyText,
    lazy: constTrue,
    calls: objectOf<NonNullable<TreeSpec<string>['calls']>>({
      required: {},
      properties: { nested: nonEmptyText, level: nonEmptyText, names: nonEmptyText },
    }),
  },
})
const bin = objectOf<BinSpec>({
  required: {},
  properties: {
    list: nonEmptyText,
    columns: { ...texts, minItems: 1 },
    numbered: constTrue,
    failure: nonEmptyText,
    dependants: oneOf('keep'),
    restore: objectOf<NonNullable<BinSpec['restore']>>({
      required: { path: true, verb: true, ids: true },
      properties: { path: nonEmptyText, verb: oneOf('PUT', 'POST'), ids: nonEmptyText },
    }),
    purge: objectOf<NonNullable<BinSpec['purge']>>({
      required: { path: true, ids: true },
      properties: { path: nonEmptyText, ids: nonEmptyText },
    }),
  },
})
const exclusive = objectOf<ExclusiveSpec<string>>({
  required: { one: true, from: true, to: true, message: true },
  properties: { one: nonEmptyText, from: nonEmptyText, to: nonEmptyText, message: nonEmptyText, named: nonEmptyText },
})
const openWhile = objectOf<OpenSpec<string>>({
  required: { field: true, is: true, otherwise: true },
  properties: { field: nonEmptyText, is: scalar, otherwise: nonEmptyText },
})
const path: Json = { type: 'string', pattern: '^/[A-Za-z0-9_/-]+$' }
const endpoints = objectOf<AnyEntity['endpoints']>({
  required: { base: true },
  properties: {
    base: path,
    also: arrayOf(path),
    disable: arrayOf(oneOf('add', 'edit', 'delete', 'deleteBatch', 'importExcel', 'exportXls')),
    paths: objectOf<NonNullable<AnyEntity['endpoints']['paths']>>({
      required: {},
      properties: { add: path, edit: path, delete: path, deleteBatch: path },
    }),
  },
})
const menu = (names: SchemaNames): Json =>
  objectOf<NonNullable<AnyEntity['menu']>>({
    required: { icon: true, order: true },
    properties: { icon: iconName, order: integer, group: named(names.menuGroup), hidden: flag, component: nonEmptyText },
  })
const messages = objectOf<NonNullable<AnyEntity['messages']>>({
  required: {},
  properties: { add: nonEmptyText, edit: nonEmptyText, delete: nonEmptyText, deleteBatch: nonEmptyText },
})
const exported = objectOf<NonNullable<AnyEntity['export']>>({ required: {}, properties: { name: nonEmptyText } })

function access(names: SchemaNames): Json {
  const grant: Json = { if: { type: 'string' }, then: oneOf('all', 'read'), else: texts }
  const grants: Json = { type: 'object', propertyNames: named(names.role), additionalProperties: grant }
  const hidden: Json = { type: 'object', propertyNames: named(names.role), additionalProperties: texts }
  return objectOf<AnyEntity['access']>({ required: { grants: true }, properties: { grants, unmask: arrayOf(named(names.role)), hidden } })
}

/** A whole entity. `$schema` may stand at the top of a file, for editors. */
export function entityJson(names: SchemaNames): Json {
  return objectOf<AnyEntity & { $schema?: string }>({
    required: { name: true, title: true, domain: true, endpoints: true, fields: true, list: true, scope: true, access: true, label: true },
    properties: {
      $schema: nonEmptyText,
      name: named(names.entity),
      title: nonEmptyText,
      domain: named(names.domain),
      table: { type: 'string', pattern: '^[a-z][a-z0-9_]*$' },
      id: nonEmptyText,
      source: oneOf('application'),
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
      states: arrayOf(statesJson),
      calls: mapOf(callJson),
      import: sheet(names),
      export: exported,
      tree,
      treePages: mapOf(treePageJson(names)),
      screens: mapOf(screenJson(names)),
      exclusive: arrayOf(exclusive),
      openWhile: arrayOf(openWhile),
      children: arrayOf(childJson(names)),
      bin: objectOr(bin, constTrue),
      scope: objectOr({ type: 'object', propertyNames: named(names.scope), additionalProperties: nonEmptyText }, oneOf('none')),
      access: access(names),
      menu: menu(names),
      indexes: arrayOf(texts),
      label: nonEmptyText,
      remember: constTrue,
      search: { ...texts, minItems: 1 },
      messages,
      versioned: flag,
      feed: { type: 'object', propertyNames: named(names.topic), additionalProperties: nonEmptyText },
    },
  })
}
