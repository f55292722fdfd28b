import { sql, type SqlBool } from 'kysely'
import { defineRules } from '../../../engine/server/index.ts'
import { log } from '../../../schemas/platform/log.ts'

export const logRules = defineRules(log, {
  params: {
    /** Contains, whatever signs are in it; of everything else the usual filters take care. */
    keyWord: (text) => sql<SqlBool>`t.log_content like ${`%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`} escape '\\'`,
  },
})
