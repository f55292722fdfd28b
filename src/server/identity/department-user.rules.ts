import pick from 'lodash-es/pick.js'
import { defineRules, type Change, type RuleContext } from '../../../engine/server/index.ts'
import { departmentUser } from '../../../schemas/identity/department-user.ts'
import { parts } from '../../sent-values.ts'
import { queryOf } from '../request-values.ts'
import { isAdministrator } from '../access/is-administrator.ts'
import { accountGuards } from './account-guards.ts'
import { managedIds, peopleBelow } from './managed-departments.ts'

const everyone = 'identity:user:edit'
/** What the window shows of each account; an id number is starred unless the asker may see those of accounts. */
const shownOfCandidates = [
  'id',
  'username',
  'realname',
  'idNumber',
  'selectedroles',
  'selectedroles_dictText',
  'roleNameTxt',
  'selecteddeparts',
  'selecteddeparts_dictText',
  'orgCodeTxt',
]
/** What the window asks by. By any other field its answers would tell, sign by sign, what it does not show. */
const askedOfCandidates = ['username', 'realname', 'selecteddeparts', 'pageNo', 'pageSize', 'order']

/** A question about candidates, sorted by nothing but what is shown. */
function candidatesQuery({ depId, column = '', ...query }: Readonly<Record<string, string>>): Record<string, string | undefined> {
  const isShown = column.split(',').every((key) => shownOfCandidates.includes(key.trim()))
  return { ...pick(query, askedOfCandidates), departId: depId, ...(isShown && { column }) }
}

const notYours = '只能调整您负责的部门的用户！'

/** Whoever may not edit all accounts puts people into, and takes them out of, the departments that they manage themselves. */
async function guardDepartments({ tx, actor }: RuleContext, changes: readonly Change<'departmentUser'>[]): Promise<void> {
  if (isAdministrator(actor) || actor.permissions.has(everyone)) return
  const own = new Set(await managedIds(tx, actor))
  for (const change of changes) {
    const [had, has] = [parts(change.before?.selecteddeparts), parts(change.after?.selecteddeparts)]
    const moved = [...has.filter((id) => !had.includes(id)), ...had.filter((id) => !has.includes(id))]
    if (moved.some((id) => !own.has(id))) change.refuse(notYours, 'selecteddeparts')
  }
}

export const departmentUserRules = defineRules(departmentUser, {
  ...accountGuards,
  async beforeSave(context, changes) {
    await accountGuards.beforeSave(context, changes)
    await guardDepartments(context, changes)
  },
  params: {
    depId: peopleBelow,
  },
  calls: {
    async departUserList({ engine, actor, request }) {
      return { result: await engine.list({ entity: 'departmentUser', query: queryOf(request), actor }) }
    },
    /** Whom a department may get: of accounts, what the window to choose in shows, and nothing else. */
    async candidates({ engine, actor, request }) {
      const page = await engine.list({ entity: 'user', list: 'candidates', query: candidatesQuery(queryOf(request)), actor })
      const records = page.records.map((row) => pick(row, shownOfCandidates))
      return { result: { ...page, records } }
    },
  },
})
