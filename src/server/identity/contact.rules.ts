import { sql } from 'kysely'
import { defineRules } from '../../../engine/server/index.ts'
import { contact } from '../../../schemas/identity/contact.ts'
import { queryOf } from '../request-values.ts'

/** Who belongs to a department with this code or to one below it; codes consist of letters and digits. */
const belowCode = (code: string) => ({
  relation: 'departId',
  to: sql`select id from sys_depart where org_code like ${`${code.replaceAll(/[^A-Za-z0-9]/g, '')}%`}`,
})

export const contactRules = defineRules(contact, {
  params: { orgCode: belowCode },
  calls: {
    /** The list as other front ends read it. */
    async queryByOrgCodeForAddressList({ engine, actor, request }) {
      const page = await engine.list({ entity: 'contact', query: queryOf(request), actor })
      return { result: { ...page, records: page.records.map((row) => ({ ...row, userId: row.id })) } }
    },
  },
})
