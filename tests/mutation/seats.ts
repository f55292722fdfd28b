import { mutationsIn } from './mutation.ts'

const seats = 'src/plugins/seats/server'
const seatTests = 'tests/src/plugins/seats/server'

/** Faults in seats and results. */
export const seatMutations = [
  ...mutationsIn(
    `${seats}/places.ts`,
    [`${seatTests}/foreign-ids.test.ts`],
    [
      [
        "row[key] !== undefined && (row[key] ?? '') !== id)) throw new NotFound()",
        "row[key] !== undefined && (row[key] ?? '') !== id)) void NotFound",
        'a seat of another session is used',
        ['tests/src/plugins/seats/server/foreign-ids.test.ts', 'tests/src/plugins/seats/server/seat-calls.test.ts'],
      ],
      [
        'if (session.haveInspect) throw',
        'if (false) throw',
        'seats change after the results were made',
        [`${seatTests}/seat-calls.test.ts`, `${seatTests}/results.test.ts`, `${seatTests}/init-seats.test.ts`],
      ],
    ],
  ),
  ...mutationsIn(
    `${seats}/free-devices.ts`,
    [`${seatTests}/init-seats.test.ts`],
    [
      [
        "eb('d.start_time', '<', session.endTime)",
        "eb('d.start_time', '<=', session.endTime)",
        'a device that is free again is not taken',
        [`${seatTests}/init-seats.test.ts`, `${seatTests}/init-many.test.ts`],
      ],
      [".where('f.course_id', '=', session.courseId)", ".where('f.course_id', '<>', '')", 'devices of another course are taken'],
    ],
  ),
  ...mutationsIn(
    `${seats}/plan-seats.ts`,
    [`${seatTests}/init-seats.test.ts`],
    [
      [
        'given.students.filter(({ id }) => !seated.has(id))',
        'given.students',
        'a student gets a second seat',
        ['tests/src/plugins/seats/server/seat-calls.test.ts'],
      ],
      ['there?.stu_id || (waiting', '(waiting', 'who sits somewhere is moved', ['tests/src/plugins/seats/server/seat-calls.test.ts']],
      [
        'session.startTime < endTime && session.endTime > startTime',
        'session.startTime === endTime',
        'two sessions of one plan take the same device',
        [`${seatTests}/init-many.test.ts`],
      ],
    ],
  ),
  ...mutationsIn(
    `${seats}/init-many.ts`,
    [`${seatTests}/init-many.test.ts`],
    [
      ['refused.length > 0 && params.partly !== 1', 'false', 'some sessions get seats although not all can'],
      [
        'if (found.length !== new Set(ids).size) throw new NotFound()',
        '',
        'a foreign session is passed over silently',
        [`${seatTests}/init-many.test.ts`, `${seatTests}/foreign-ids.test.ts`],
      ],
    ],
  ),
  ...mutationsIn(
    `${seats}/seat-calls.ts`,
    [`${seatTests}/seat-calls.test.ts`],
    [
      [
        'if (place && place.id !== session.id) throw',
        'if (false) throw',
        'a student sits in two sessions of one experiment',
        [`${seatTests}/seat-calls.test.ts`, `${seatTests}/races.test.ts`],
      ],
      ["if (expected !== '' && expected !== from.stuId) throw", 'if (false) throw', 'a move takes another student than was seen'],
      [
        "if (target.sessionId !== sessionId) throw new Refused('只能在同一场次内调整座位！')",
        '',
        'a student is moved into another session',
        [`${seatTests}/seat-calls.test.ts`, `${seatTests}/foreign-ids.test.ts`],
      ],
      ["    .where('u.del_flag', '=', 0)\n", '', 'a deleted student is seated', ['tests/src/plugins/seats/server/seat-calls.test.ts']],
      [
        "    .where('c.course_id', '=', courseId)\n    .where('u.study_number'",
        "    .where('u.study_number'",
        'a student of another course is seated',
        ['tests/src/plugins/seats/server/seat-calls.test.ts'],
      ],
    ],
  ),
  ...mutationsIn(
    `${seats}/seating.ts`,
    [`${seatTests}/seat-calls.test.ts`],
    [['  await write(sittings.map(({ seat }) => ({ id: seat, stuId: null, absent: 0 })))\n', '', 'two cannot change places']],
  ),
  ...mutationsIn(`${seats}/members.ts`, [`${seatTests}/seat-calls.test.ts`], []),
  ...mutationsIn(
    `${seats}/results.ts`,
    [`${seatTests}/results.test.ts`],
    [
      ['.filter(({ student }) => !presentKeys.has(`${item.id} ${student}`))', '', 'a student has two results of one item'],
      ["    .where('stu_id', 'is not', null)\n", '', 'empty seats have results'],
      ['&& !(await lacksResults(read, asked))', '', 'results are told as made while one lacks'],
    ],
  ),
]
