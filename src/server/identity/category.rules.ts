import { sql, type SqlBool } from 'kysely'
import { defineRules } from '../../../engine/server/index.ts'
import { category } from '../../../schemas/identity/category.ts'
import { parts } from '../../sent-values.ts'
import { categoryReading, TOP } from './category-calls.ts'

export const categoryRules = defineRules(category, {
  beforeSave(_context, changes) {
    for (const { after } of changes) if (after?.pid === TOP) after.pid = null
  },
  params: {
    below: (ids) => {
      const above = parts(ids)
      const roots = above.includes(TOP) ? sql<SqlBool>`t.pid is null or t.pid = ''` : sql<SqlBool>`1 = 0`
      return above.length > 0 ? sql<SqlBool>`(${roots} or t.pid in (${sql.join(above)}))` : sql<SqlBool>`1 = 0`
    },
  },
  calls: categoryReading,
})
