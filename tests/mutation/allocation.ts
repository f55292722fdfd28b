import { mutationsIn } from './mutation.ts'

const allocation = 'src/plugins/session-allocation'
const allocationTests = 'tests/src/plugins/session-allocation'
const allocate = `${allocationTests}/server/allocation.test.ts`
const plan = `${allocationTests}/server/allocation-plan.test.ts`

/** Faults in dividing students into sessions. */
export const allocationMutations = [
  ...mutationsIn(
    `${allocation}/server/allocation-calls.ts`,
    [allocate],
    [
      ['    demandPossible(plan)\n', '', 'a plan that cannot be is written', [allocate, plan]],
      ['if (devices.missing > 0) throw', 'if (devices.missing > 1) throw', 'one device too few is enough'],
      ['rows: rows.toReversed()', 'rows', 'students get the session of others'],
    ],
  ),
  ...mutationsIn(
    `${allocation}/server/draft-plan.ts`,
    [allocate, plan],
    [
      ['  await demandUnlocked(db, choice.experiId)\n', '', 'an experiment with results is divided again'],
      ["told !== null && number('stuCount') !== present", 'false', 'a plan leaves out who came meanwhile'],
      ['after: lastNumber(existing)', 'after: 0', 'a second plan has a second 第1场'],
    ],
  ),
  ...mutationsIn(
    `${allocation}/server/read-bookings.ts`,
    [plan],
    [
      ['  if (rows.length !== ids.length) throw new NotFound()\n', '', 'a session gets a room of another course', [plan, allocate]],
      [
        "row.named === 1 ? `${row.experi_name} ${row.group_name}` : '其他课程的场次'",
        '`${row.experi_name} ${row.group_name}`',
        'a plan names sessions that the teacher may not see',
      ],
      ['  await demandAddresses(db, choice.courseId, [...addresses])\n', '', 'a foreign room is planned', [plan, allocate]],
    ],
  ),
  ...mutationsIn(
    `${allocation}/server/read-choice.ts`,
    [allocate],
    [
      ['if (!course || experiment?.courseId !== courseId) throw new NotFound()', '', 'an experiment of another course is divided'],
      ['if (classes.size !== ids.length) throw new NotFound()', '', 'a class of another course is passed over silently'],
    ],
  ),
  ...mutationsIn(
    `${allocation}/shared/clashes.ts`,
    [`${allocationTests}/shared/clashes.test.ts`],
    [
      ['booking.startTime < longest.endTime', 'booking.startTime <= longest.endTime', 'a session cannot follow another at once'],
      [
        'if (!longest || booking.endTime > longest.endTime) longest = booking',
        'longest = booking',
        'a clash behind a short session is missed',
      ],
    ],
  ),
  ...mutationsIn(
    `${allocation}/shared/numbers.ts`,
    [`${allocationTests}/shared/numbers.test.ts`],
    [
      [
        'n.groupNum * n.groupStuNum >= TOO_MANY_TIMES * n.stuCount',
        'n.groupNum * n.groupStuNum > TOO_MANY_TIMES * n.stuCount',
        'twice the seats pass',
      ],
      ['n.groupNum * n.groupStuNum < n.stuCount', 'n.groupNum * n.groupStuNum <= n.stuCount', 'just enough seats are refused'],
      ['index < stuCount % groupNum ? 1 : 0', 'index <= stuCount % groupNum ? 1 : 0', 'more students are divided than there are'],
    ],
  ),
  ...mutationsIn(
    `${allocation}/shared/plan.ts`,
    [`${allocationTests}/shared/plan.test.ts`],
    [
      ['students.length >= seatNum', 'students.length > seatNum', 'a full session takes one more'],
      ['numberedName(after + index + 1)', 'numberedName(index + 1)', 'a second plan has a second 第1场'],
    ],
  ),
]
