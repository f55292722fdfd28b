import { iconName } from './icon-shape.ts'
import type { NodeTab, TreeEdits, TreePageSpec } from '../tree-page.ts'
import type { SchemaNames } from './names.ts'
import { anything, arrayOf, constTrue, integer, named, nonEmptyText, objectOf, unionOf, type Json } from '../../json-schema-parts.ts'

const edits = objectOf<TreeEdits>({
  required: { add: true, addBelow: true, needsParent: true, needsNode: true, needsTicks: true, deleteTicked: true, notDeleted: true },
  properties: {
    add: nonEmptyText,
    addBelow: nonEmptyText,
    needsParent: nonEmptyText,
    needsNode: nonEmptyText,
    needsTicks: nonEmptyText,
    deleteTicked: nonEmptyText,
    notDeleted: nonEmptyText,
  },
})

const tab = { label: nonEmptyText, shows: anything }
const tabRequired = { label: true, shows: true } as const

function tabJson(names: SchemaNames): Json {
  return unionOf('shows', {
    form: objectOf<Extract<NodeTab, { shows: 'form' }>>({ required: tabRequired, properties: tab }),
    fields: objectOf<Extract<NodeTab, { shows: 'fields' }>>({
      required: tabRequired,
      properties: { ...tab, fields: { ...arrayOf(nonEmptyText), minItems: 1 } },
    }),
    rows: objectOf<Extract<NodeTab, { shows: 'rows' }>>({
      required: { ...tabRequired, entity: true, by: true },
      properties: { ...tab, entity: named(names.entity), list: nonEmptyText, by: nonEmptyText, from: nonEmptyText },
    }),
    child: objectOf<Extract<NodeTab, { shows: 'child' }>>({
      required: { ...tabRequired, child: true },
      properties: { ...tab, child: named(names.entity) },
    }),
    panel: objectOf<Extract<NodeTab, { shows: 'panel' }>>({
      required: { ...tabRequired, panel: true },
      properties: { ...tab, panel: named(names.panel) },
    }),
  })
}

/** A page with a tree on the left. */
export const treePageJson = (names: SchemaNames): Json =>
  objectOf<TreePageSpec>({
    required: { title: true, menu: true, search: true, tabs: true },
    properties: {
      title: nonEmptyText,
      menu: objectOf<TreePageSpec['menu']>({
        required: { icon: true, order: true },
        properties: { icon: iconName, order: integer, group: named(names.menuGroup), component: nonEmptyText },
      }),
      lazy: constTrue,
      nodes: nonEmptyText,
      only: objectOf<NonNullable<TreePageSpec['only']>>({
        required: { message: true, otherwise: true },
        properties: { message: nonEmptyText, otherwise: nonEmptyText },
      }),
      empty: nonEmptyText,
      choose: nonEmptyText,
      search: nonEmptyText,
      edits,
      buttons: arrayOf(
        objectOf<{ label: string; call: string }>({
          required: { label: true, call: true },
          properties: { label: nonEmptyText, call: nonEmptyText },
        }),
      ),
      tabs: { ...arrayOf(tabJson(names)), minItems: 1 },
    },
  })
