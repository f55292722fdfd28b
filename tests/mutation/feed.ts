import { mutationsIn } from './mutation.ts'

const events = 'tests/src/server/feed/events.test.ts'
const rights = 'tests/src/server/feed/rights.test.ts'
const resume = 'tests/src/server/feed/resume.test.ts'
const hostile = 'tests/src/server/feed/hostile.test.ts'
const folder = 'src/server/feed'

/** Faults in the live feed. */
export const feedMutations = [
  ...mutationsIn(
    `${folder}/event-store.ts`,
    [events],
    [
      ['- bodies.length + 1 + index', '- bodies.length + index', 'events have the number of those before them'],
      [
        'feed_topic.last_seq + excluded.last_seq',
        'feed_topic.last_seq + 1',
        'two events of one write share their numbers',
        [events, resume],
      ],
      ['bodies.length > MOST_AT_ONCE ? [bulk] : bodies', 'bodies', 'a write of thousands of rows floods every page'],
      [".where('seq', '>', seq)", ".where('seq', '>=', seq)", 'the last event is told again', [events, resume]],
      ["        .orderBy('seq')\n", "        .orderBy('seq', 'desc')\n", 'what was missed is told backwards', [resume]],
      [
        ".where('at', '<', now() - KEPT)",
        ".where('at', '<', now())",
        'what a page may still ask for is thrown away',
        ['tests/src/server/feed/event-store.test.ts'],
      ],
      [
        'do update set epoch = excluded.epoch',
        'do nothing',
        'numbers go on from a file that was put back',
        [resume, 'tests/src/server/feed/nodes.test.ts'],
      ],
    ],
  ),
  ...mutationsIn(
    `${folder}/hub.ts`,
    [events],
    [
      [
        "else if (epoch !== this.epoch) texts.push(...resync(topic, head, 'epoch').texts)\n",
        '',
        'numbers of another numbering are believed',
      ],
    ],
  ),
  ...mutationsIn(
    `${folder}/readers.ts`,
    [rights],
    [
      ["word === 'user' && value !== '' && value === actor.id", "word === 'user'", 'one follows the news of somebody else'],
      ['      .where(engine.visible(course, actor))\n', '', 'a teacher follows the course of a colleague'],
      ['!staff.has(actor.role) || ', '', 'a student follows a whole course'],
      ['|| !actor.permissions.has(seesResults)', '', 'who may not see results follows them'],
      ["=== 'user' ? actor : { ...actor", "=== '' ? actor : { ...actor", 'a student reads who marked the work', [events]],
    ],
  ),
  ...mutationsIn(
    `${folder}/subscriber.ts`,
    [rights],
    [
      [
        'if (actor.id !== this.#options.userId) this.close',
        "if (actor.id === '') this.close",
        'a socket is opened as somebody else',
        [rights, hostile],
      ],
      ['      if (refused.has(topic)) continue\n', '', 'a refused topic is followed'],
      ['    for (const topic of refused.keys()) this.#drop(topic)\n', '', 'a page hears on after the right was taken away'],
      ['asked === null || isOther || isAhead ? last : asked', 'last', 'who comes back has missed what happened meanwhile', [resume]],
      [
        '      this.#cursors.set(topic, first + index)\n',
        '      this.#cursors.set(topic, step.seq)\n',
        'a slow reader loses what was not sent',
        [hostile, resume],
      ],
      ['asked !== null && epoch !== undefined && epoch !== hub.epoch', 'false', 'numbers of another numbering are believed', [resume]],
      ['this.#cursors.size >= MOST_TOPICS && !this.#cursors.has(topic)', 'false', 'one page follows without end', [hostile]],
      ['if (!this.#limit.allows(frame, this.#heard)) return', 'if (false) return', 'one page asks without end', [hostile]],
    ],
  ),
  ...mutationsIn(
    `${folder}/sockets.ts`,
    [rights],
    [
      ['.length >= MOST_OF_ONE)', '.length >= 1e9)', 'one person opens sockets without end', [hostile]],
      ['opened.subscriber.doubt()', 'void opened', 'news slips out after a logout', [rights]],
      [
        'if (key === undefined) toCheck.all = true',
        'if (key === undefined) toCheck.all = false',
        'a right that was taken away is not asked about',
      ],
    ],
  ),
  ...mutationsIn(
    `${folder}/stored-event.ts`,
    [events],
    [
      [
        "(isChanged('submitStatus') || isChanged('submitCount'))",
        "isChanged('submitStatus')",
        'a second submission is told as none',
        ['tests/src/server/feed/events.test.ts'],
      ],
      ["operation === 'add' ? [] : changed.filter(isState)", '[]', 'an event does not tell the state before'],
      [
        "after?.['status'] === CANCELLED ? 'helpCancelled'",
        "after?.['status'] === 4 ? 'helpCancelled'",
        'a cancelled call is told as solved',
      ],
    ],
  ),
  ...mutationsIn(
    `${folder}/topic-log.ts`,
    [resume],
    [
      [
        '      this.#again ||= events.length === PAGE\n',
        '',
        'a page is behind by all but two hundred events',
        ['tests/src/server/feed/topic-log.test.ts'],
      ],
    ],
  ),
  ...mutationsIn(
    `${folder}/feed-routes.ts`,
    [events],
    [
      [
        '.filter(([topic]) => !refused.has(topic))',
        '',
        'who asks instead of listening hears everything',
        [rights, 'tests/src/plugins/live-inspection/server/student-walls.test.ts'],
      ],
    ],
  ),
  ...mutationsIn(
    `${folder}/live-feed.ts`,
    [rights],
    [
      [
        'if (deciding.some((name) => entitiesWritten.has(name))) sockets.recheck()',
        'void deciding',
        'a course that was withdrawn is told on',
      ],
      ['logins.onChange((key) => sockets.recheck(key))', 'void logins', 'a page hears on after the logout'],
    ],
  ),
]
