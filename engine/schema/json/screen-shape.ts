import { iconName } from './icon-shape.ts'
import { integer, named, nonEmptyText, objectOf, type Json } from '../../json-schema-parts.ts'
import type { ScreenSpec } from '../screen.ts'
import type { SchemaNames } from './names.ts'

const menu = (names: SchemaNames): Json =>
  objectOf<ScreenSpec['menu']>({
    required: { icon: true, order: true },
    properties: { icon: iconName, order: integer, group: named(names.menuGroup), component: nonEmptyText },
  })

export const screenJson = (names: SchemaNames): Json =>
  objectOf<ScreenSpec>({
    required: { title: true, screen: true, menu: true },
    properties: {
      title: nonEmptyText,
      screen: named(names.screen),
      splitFrom: nonEmptyText,
      path: { type: 'string', pattern: '^(/[A-Za-z][A-Za-z0-9]*)+$' },
      menu: menu(names),
    },
  })
