import { columnKinds, defineTable, type RowsOfTables } from '../../engine/server/index.ts'
import { inspectionTables } from '../plugins/live-inspection/server.ts'
import { grantTables } from './access/grant-tables.ts'
import { settingsTables } from './account/settings-tables.ts'
import { loginTables } from './auth/login-tables.ts'
import { phoneTables } from './auth/phone/sms-tables.ts'
import { proofTables } from './auth/proof-tables.ts'
import { visitTables } from './dashboard/visit-tables.ts'
import { feedTables } from './feed/feed-tables.ts'
import { fileTables } from './files/file-tables.ts'
import { nameTables } from './identity/name-tables.ts'
import { jobTables } from './jobs/job-tables.ts'
import { logTables } from './logs/log-tables.ts'
import { messageTables } from './messages/message-tables.ts'
import { announcementTables } from './platform/announcement-tables.ts'
import { fillTables } from './platform/fill-tables.ts'

const { requiredText } = columnKinds

/** What this installation decided once, by name. */
const setting = defineTable({
  name: 'sys_setting',
  columns: [requiredText('name'), requiredText('value')],
  primaryKey: ['name'],
  indexes: [],
})

/** Tables that do not belong to an entity, each list from the folder that it serves; those of the engine are its own. */
export const systemTables = [
  setting,
  ...loginTables,
  ...grantTables,
  ...nameTables,
  ...fileTables,
  ...proofTables,
  ...phoneTables,
  ...settingsTables,
  ...inspectionTables,
  ...feedTables,
  ...fillTables,
  ...jobTables,
  ...logTables,
  ...visitTables,
  ...messageTables,
  ...announcementTables,
] as const

declare module '../../engine/registry.ts' {
  interface AppRegistry {
    tables: RowsOfTables<typeof systemTables>
  }
}
