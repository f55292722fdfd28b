import { mutationsIn } from './mutation.ts'

const live = 'src/plugins/live-inspection'
const liveTests = 'tests/src/plugins/live-inspection'
const claims = `${liveTests}/server/claims.test.ts`
const absence = `${liveTests}/server/absence.test.ts`
const marking = `${liveTests}/server/marking.test.ts`
const help = `${liveTests}/server/help.test.ts`
const student = `${liveTests}/server/student.test.ts`
const walls = `${liveTests}/server/student-walls.test.ts`

/** Faults in marking at the bench. */
export const inspectionMutations = [
  ...mutationsIn(
    `${live}/server/claim-rows.ts`,
    [claims],
    [
      ['const until = now + CLAIM_LEASE', 'const until = now + 1e6 * CLAIM_LEASE', 'a claim never ends'],
      ['or live_claim.until <= ${now})`', 'or 1 = 0)`', 'a claim that ran out keeps everybody out'],
      [
        ".where('result_id', '=', id).where('until', '>', Date.now())",
        ".where('result_id', '=', id)",
        'taking over what nobody holds any more is noted as a takeover',
      ],
      ['(live_claim.user_id = ${actor.id} or live_claim.until <= ${now})', '1 = 1', 'a row is opened while a colleague marks it'],
      ["whose === 'own' ? sql`user_id = ${context.actor.id}` : sql`1 = 1`", 'sql`1 = 1`', 'one gives up what a colleague holds'],
      [
        '  tell(context, result.courseId, claim)\n  return claim',
        '  return claim',
        'colleagues do not see who holds a row',
        [claims, 'tests/src/plugins/live-inspection/server/help.test.ts', marking],
      ],
    ],
  ),
  ...mutationsIn(
    `${live}/server/claim-calls.ts`,
    [claims],
    [
      ["    .where('until', '>', Date.now())\n", '', 'claims that ran out are listed'],
      [
        ' and c.until > ${Date.now()} and c.user_id <> ${actor.id})',
        ' and c.user_id <> ${actor.id})',
        'a row that was left stands in no queue',
      ],
      [' and t.submit_status = ${sql.lit(SUBMITTED)} and not exists', ' and not exists', 'the queue has what is scored already'],
      ["  await ownInspectionRow(call, 'course', courseId)\n", '', 'claims in a foreign course are listed'],
      ['if (earlier && earlier.holder.id !== call.actor.id)', 'if (earlier)', 'renewing a claim is noted as a takeover'],
      ["queue.beyond(context.tx, after, '>')", "queue.beyond(context.tx, after, '>=')", 'next answers the row that was left'],
    ],
  ),
  ...mutationsIn(
    `${live}/server/result-rules.ts`,
    [marking],
    [
      ['  refuseUnseen(change)\n', '', 'photos that nobody has seen are scored'],
      [
        "if (score === null) return change.refuse('请填写分数', 'score')",
        'if (score === null) return',
        'a remark without a score is told as saved',
      ],
      ['  after.markerId = context.actor.id\n', '', 'a score has no marker'],
      ['  if (isSame) return\n', '', 'whoever saves without a change becomes the marker', [marking, absence]],
      ['    await dropClaims(context, scored)\n', '', 'a scored row stays held', [claims]],
      ['if (context.byServer) return', 'if (!context.byServer) return', 'marks are saved unchecked'],
      ['before.submitCount === after.submitCount', 'before.submitCount !== after.submitCount', 'every score is refused as unseen'],
    ],
  ),
  ...mutationsIn(
    `${live}/server/mark-kinds.ts`,
    [absence],
    [
      ['return score > 0 ? MADE_UP : ABSENT', 'return MADE_UP', 'nought for an absence makes it up'],
      ['  if (row.holder) return `${row.holder}正在评分`\n', '', 'what a colleague marks is marked over'],
    ],
  ),
  ...mutationsIn(
    `${live}/server/batch-calls.ts`,
    [absence],
    [
      ["?? (row.isStale ? '已有变化' : undefined)", '', 'what changed since the preview is marked'],
      ["mark: row.isStale ? { why: '已有变化' } : mark", 'mark', 'what a colleague changed is taken back'],
      [
        'const marked = candidates.filter(({ why }) => why === undefined)',
        'const marked = candidates',
        'a preview promises what is refused',
      ],
    ],
  ),
  ...mutationsIn(
    `${live}/server/last-marks.ts`,
    [marking, absence],
    [
      ['if (last.actor !== context.actor.id) return', 'if (false) return', 'one takes back a colleague’s mark'],
      ['if (version !== versions.get(id)) continue', '', 'an older mark is taken back than the last'],
    ],
  ),
  ...mutationsIn(
    `${live}/server/place-sql.ts`,
    [claims],
    [
      ['return [visible, ...named,', 'return [...named,', 'a foreign course is marked'],
      ["...(smallGroup === '' ? [] : [seats])", '', 'marking one bench marks the room', [claims, absence]],
    ],
  ),
  ...mutationsIn(
    `${live}/server/student-calls.ts`,
    [student],
    [
      ['    await refuseWithdrawn(context, row)\n', '', 'a student hands in to a withdrawn course'],
      ['if (submitCount > MOST_SUBMISSIONS)', 'if (submitCount > 1e9)', 'submissions fill the disk'],
      ['submitCount, ...madeUp }', 'submitCount }', 'who was absent and hands in stays absent', [absence]],
      [
        '{ anyOf: [{ submitStatus: [NOT_SUBMITTED, SUBMITTED] }, { attendance: ABSENT }] }',
        '{ submitStatus: [0, 1, 2] }',
        'photos change after the score',
        [student, marking],
      ],
      ['(await openHelp(context.tx, openKeyOf(result))) || (await ask', '(await ask', 'a bench asks for help again and again', [help]],
    ],
  ),
  ...mutationsIn(
    `${live}/server/help-rows.ts`,
    [help],
    [
      ['if (holder && holder.id !== actor.id)', 'if (false)', 'two go to the same call'],
      ['if (rows.length === MOST_CANCELLED)', 'if (rows.length > MOST_CANCELLED)', 'one rings all day'],
      ['status, openKey: null, takenUntil', 'status, takenUntil', 'a bench asks once and never again'],
      ['facilityId || stuId', 'stuId', 'two at one bench are two calls'],
    ],
  ),
  ...mutationsIn(
    `${live}/shared/help-taker.ts`,
    [help],
    [["takerId && momentOf(takenUntil ?? '') > now ?", 'takerId ?', 'a call that was taken and forgotten is nobody’s any more']],
  ),
  ...mutationsIn(
    `${live}/server/help-rules.ts`,
    [help],
    [
      [
        'place === openKeyOf(request) && stuId !== request.stuId',
        'place === openKeyOf(request)',
        'who asked is told of it as a mate',
        [help, 'tests/src/server/feed/events.test.ts'],
      ],
    ],
  ),
  ...mutationsIn(
    `${live}/server/progress.ts`,
    [claims],
    [
      ['if (seconds <= LONGEST_MARK) paces', 'paces', 'a break counts as marking', [claims, marking, `${liveTests}/server/scale.test.ts`]],
      [
        "    .where('t.submit_status', '=', sql.lit(NOT_SUBMITTED))\n",
        '',
        'who was absent and is scored counts as missing',
        [absence, claims],
      ],
    ],
  ),
  ...mutationsIn(
    `${live}/server/my-sessions.ts`,
    [student],
    [
      ["    .where('m.stu_id', '=', student)\n", '', 'a student sees the seats of others', [walls, student]],
      [
        'inspectionId_dictText, help }',
        'inspectionId_dictText, help: null }',
        'a student does not see that somebody comes',
        [student, help],
      ],
    ],
  ),
]
