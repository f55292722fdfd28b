import { defineRules, Refused, type CallContext, type CallParams, type Change, type RuleContext } from '../../../engine/server/index.ts'
import { course } from '../../../schemas/teaching/course.ts'
import { readAccount, rolesOf } from '../auth/accounts.ts'
import { roleIds } from '../role-ids.ts'

async function departmentOf({ tx, actor }: RuleContext): Promise<string | null> {
  if (actor.orgCode === '') return null
  const row = await tx.selectFrom('sys_depart').select('id').where('org_code', '=', actor.orgCode).executeTakeFirst()
  return row?.id ?? null
}

/** Hand a course over to another teacher. The previous owner no longer sees it unless they are one of its additional teachers. */
async function handover({ engine, actor, params, once }: CallContext<CallParams<'course', 'handover'>>) {
  const { id, teacherId } = params
  const teacher = await readAccount(engine.db.read, { id: teacherId })
  const roles = teacher ? await rolesOf(engine.db.read, teacherId) : []
  if (!teacher || teacher.deleted || teacher.frozen || !roles.some((role) => role.id === roleIds.teacher)) {
    throw new Refused('所选用户不是可用的教师账号！')
  }
  const rows = [{ id, courseId: id, teacherId }]
  await once((tx) => engine.write({ entity: 'course', operation: 'edit', rows, actor, fields: 'all' }, tx))
  return {}
}

/** Experiments belong to their course's semester: when it changes, theirs changes too. */
async function moveExperiments({ tx, engine, actor }: RuleContext, changes: readonly Change<'course'>[]): Promise<void> {
  for (const { id, before, after } of changes) {
    if (!before || !after || before.semester === after.semester) continue
    const rows = await tx.selectFrom('bh_experi').select('id').where('course_id', '=', id).execute()
    const moved = rows.map((row) => ({ id: row.id, semester: after.semester }))
    await engine.write({ entity: 'experiment', operation: 'edit', rows: moved, actor, fields: 'all', guard: 'none' }, tx)
  }
}

/** A course belongs to the person who creates it, and to their department. */
export const courseRules = defineRules(course, {
  async afterWrite(context, changes) {
    if (context.operation === 'edit') await moveExperiments(context, changes)
  },
  async beforeSave(context, changes) {
    if (context.operation !== 'add') return
    const department = await departmentOf(context)
    for (const { after } of changes) {
      if (!after) continue
      after.teacherId ??= context.actor.id
      after.departId ??= department
    }
  },
  calls: { handover },
})
