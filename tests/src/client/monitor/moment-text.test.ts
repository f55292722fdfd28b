import { expect, test } from 'vitest'
import { momentText } from '../../../../src/client/monitor/moment-text.ts'

test('a moment is written in the time of the university, wherever the reader is', () => {
  expect([momentText('2026-09-01T16:30:00.000Z'), momentText(0)]).toEqual(['2026-09-02 00:30:00', '1970-01-01 08:00:00'])
})
