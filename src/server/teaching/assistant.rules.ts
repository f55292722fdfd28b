import {
  defineRules,
  NotFound,
  Refused,
  type CallContext,
  type CallParams,
  type Change,
  type Reader,
  type RuleContext,
} from '../../../engine/server/index.ts'
import { assistant } from '../../../schemas/teaching/assistant.ts'
import { isAdministrator } from '../access/is-administrator.ts'
import { inNameOf } from '../access/system-actor.ts'
import { departsOf, readAccount, rolesOf, type Account } from '../auth/accounts.ts'
import { isOutOfReach } from '../identity/account-reach.ts'
import { manager } from '../identity/managed-departments.ts'
import { adminRefusal, roleIds } from '../role-ids.ts'
import { awaitAssistantTurn, giveRole, withdrawRole } from './assistant-role.ts'
import { addChosen, addPeople, courseCandidates, ownCourse } from './course-people.ts'

/** Create an account with the assistant's role and add it to a course, both or neither. */
async function addAssistant({ engine, actor, params, once }: CallContext<CallParams<'assistant', 'addAssistant'>>) {
  const { courseId, ...account } = params
  const course = await ownCourse(engine, courseId, actor)
  const departments = course.departId || (await departsOf(engine.db.read, actor.id)).map((depart) => depart.id).join(',')
  const row = { ...account, selectedroles: roleIds.assistant, selecteddeparts: departments }
  const prepared = await engine.prepare({ entity: 'user', operation: 'add', rows: [row], actor: inNameOf(actor), scope: 'none' })
  const id = await once(async (tx) => {
    const [made] = await engine.write(prepared, tx)
    const ids = made ? [made.id] : []
    await addPeople(engine, tx, { entity: 'assistant', ids, courseId, actor })
    return made?.id
  })
  return { result: { id } }
}

/** The id of the creator of an account, from its first audit row; user names may later belong to somebody else. */
async function makerOf(db: Reader, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('sys_audit')
    .select('actor_id')
    .where('table_name', '=', 'sys_user')
    .where('row_id', '=', id)
    .where('operation', '=', 'add')
    .orderBy('version')
    .executeTakeFirst()
  return row?.actor_id
}

/**
 * The account behind a row of the assistants' list, if the actor may change it. Teachers may change only accounts that they created
 * and that are nothing but assistants and were given nothing more since; otherwise adding a person to a course would give access to
 * their account.
 */
async function ownAssistant({ engine, actor, params }: CallContext<{ readonly id: string }>): Promise<Account> {
  const row = await engine.find('assistant', params.id, actor)
  const account = row ? await readAccount(engine.db.read, { id: row.userId }) : undefined
  if (!account || account.deleted) throw new NotFound()
  if (isAdministrator(actor)) return account
  const roles = await rolesOf(engine.db.read, account.id)
  const only = roles.every((role) => role.id === roleIds.assistant) && account.row.user_identity !== manager
  if (!only || (await makerOf(engine.db.read, account.id)) !== actor.id) throw new Refused('只能修改自己新增的助教账号！')
  if (await isOutOfReach({ engine, db: engine.db.read, actor }, [account.id]))
    throw new Refused('该助教拥有您没有的权限，您不能修改该账号！')
  return account
}

async function editAssistant(context: CallContext<CallParams<'assistant', 'editAssistant'>>) {
  const { engine, actor, params } = context
  const { id } = await ownAssistant(context)
  const { id: _row, ...given } = params
  const values = Object.fromEntries(Object.entries(given).map(([key, value]) => [key, value ?? '']))
  await engine.write({
    entity: 'user',
    operation: 'edit',
    rows: [{ id, ...values }],
    actor: inNameOf(actor),
    scope: 'none',
  })
  return {}
}

async function changePassword(context: CallContext<CallParams<'assistant', 'changePassword'>>) {
  const { engine, actor, params } = context
  const { id } = await ownAssistant(context)
  const row = { id, password: params.password, confirmpassword: params.confirmpassword }
  await engine.write({ entity: 'user', operation: 'edit', rows: [row], actor: inNameOf(actor), fields: 'all', scope: 'none' })
  return {}
}

/** People with a higher position, in the course or in the application, cannot become assistants of the course. */
async function refuseHigher({ tx, actor }: RuleContext, change: Change<'assistant'>): Promise<void> {
  const { userId = '', courseId = '' } = change.after ?? {}
  const course = await tx.selectFrom('bh_course').select('teacher_id').where('course_id', '=', courseId).executeTakeFirst()
  const roles = await rolesOf(tx, userId)
  if (roles.some((role) => role.id === roleIds.administrator)) change.refuse(adminRefusal, 'userId')
  else if (userId === (course?.teacher_id ?? '')) change.refuse('授课教师不能添加为本课程的助教！', 'userId')
  else if (userId === actor.id) change.refuse('不能把自己添加为助教！', 'userId')
}

export const assistantRules = defineRules(assistant, {
  async beforeSave(context, changes) {
    if (context.operation !== 'add') return
    await awaitAssistantTurn(context)
    for (const change of changes) await refuseHigher(context, change)
  },
  async afterWrite(context, changes) {
    const who = changes.map(({ before, after }) => (after ?? before)?.userId ?? '')
    if (context.operation === 'add') await giveRole(context, who)
    if (context.operation === 'delete') await withdrawRole(context, who)
  },
  calls: {
    listTea: (context) => courseCandidates(context),
    addCourseTea: (context) => addChosen(context, 'assistant'),
    addAssistant,
    editAssistant,
    changePassword,
  },
})
