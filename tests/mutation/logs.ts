import { mutationsIn } from './mutation.ts'

/** Faults in writing the operation log. */
export const logMutations = [
  ...mutationsIn(
    'src/server/logs/log-buffer.ts',
    ['tests/src/server/logs/log-buffer.test.ts'],
    [
      ['rest -= AT_ONCE', 'rest = waiting.length', 'each transaction has the few lines that came during the one before'],
      ['waiting.length > 0 && !isTroubled', 'waiting.length < 0', 'lines that come while a server stops are lost'],
      ['if (waiting.length > 0) flushLater()', '', 'lines that the database did not take wait until others come'],
    ],
  ),
]
