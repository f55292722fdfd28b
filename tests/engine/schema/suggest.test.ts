import { expect, test } from 'vitest'
import { suggest } from '../../../engine/schema/suggest.ts'

test.each([
  ['facilityNmae', 'facilityName'],
  ['courseid', 'courseId'],
  ['equipmnet', 'equipment'],
  ['nothingLikeIt', undefined],
])('%s was meant as %s', (word, meant) => {
  expect(suggest(word, ['facilityName', 'courseId', 'equipment', 'semester'])).toBe(meant)
})
