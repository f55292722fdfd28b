import { Conflict, isEmpty, type Change, type RuleContext, type Rules } from '../../../../engine/server/index.ts'
import { dropClaims } from './claim-rows.ts'
import { attendanceAfterMark } from './mark-kinds.ts'
import { SCORED } from '../../../../schemas/teaching/submission-states.ts'

const marks = ['score', 'inspectionCommentId', 'comment', 'bz'] as const

/** The student submitted again after the marker opened the row: the mark would count for photos that the marker has not seen. */
function refuseUnseen({ id, before, after }: Change<'inspectionResult'>): void {
  if (!before || !after || before.submitCount === after.submitCount) return
  const clash = { field: 'submitCount', yours: after.submitCount, theirs: before.submitCount, base: after.submitCount }
  const { version, submitTime } = before
  throw new Conflict('学生已重新提交，请查看后再评分！', { id, version, clashes: [clash], who: '', when: submitTime })
}

/** A ready-made comment is copied, so that changing it later does not change any mark. */
async function copyComment({ tx }: RuleContext, { before, after }: Change<'inspectionResult'>): Promise<void> {
  if (!after || isEmpty(after.inspectionCommentId) || after.inspectionCommentId === before?.inspectionCommentId) return
  if (!isEmpty(after.comment) && after.comment !== before?.comment) return
  const ready = await tx
    .selectFrom('bh_inspection_comment')
    .select('comment')
    .where('id', '=', after.inspectionCommentId ?? '')
    .executeTakeFirst()
  if (ready) after.comment = ready.comment
}

/** Saving a mark scores the row: it needs a score, and gets the marker and the time. */
async function mark(context: RuleContext, change: Change<'inspectionResult'>): Promise<void> {
  const { before, after } = change
  if (!after) return
  if (!before) return change.refuse('该学生没有此考察项的考察结果！', 'stuId')
  refuseUnseen(change)
  if (after.submitStatus !== before.submitStatus && after.submitStatus !== SCORED)
    return change.refuse('状态只能改为已评分！', 'submitStatus')
  await copyComment(context, change)
  const isSame = after.submitStatus === before.submitStatus && marks.every((key) => (after[key] ?? '') === (before[key] ?? ''))
  if (isSame) return
  const score = after.score ?? null
  if (score === null) return change.refuse('请填写分数', 'score')
  if (score !== before.score || before.submitStatus !== SCORED) after.attendance = attendanceAfterMark(before, score)
  after.submitStatus = SCORED
  after.markerId = context.actor.id
  after.markTime = context.engine.now()
}

export const resultRules: Rules<'inspectionResult'> = {
  async beforeSave(context, changes) {
    if (context.byServer) return
    for (const change of changes) await mark(context, change)
  },
  async afterWrite(context, changes) {
    const scored = changes.filter(({ before, after }) => !after || (before && before.markTime !== after.markTime))
    await dropClaims(context, scored)
  },
}
