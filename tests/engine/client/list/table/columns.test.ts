import { expect, test } from 'vitest'
import { nameColumn } from '../../../../../engine/client/list/table/columns.tsx'
import { classStudent } from '../../../../../schemas/teaching/class-student.ts'
import { course } from '../../../../../schemas/teaching/course.ts'
import type { AnyEntity } from '../../../../../engine/schema/index.ts'

const nameOf = (entity: AnyEntity, ...keys: string[]) =>
  nameColumn(
    entity,
    keys.map((key) => ({ key })),
  )

test('a row is named by its label, or by a looked-through value that is not a column, or else by its first column', () => {
  expect(nameOf(course, 'semester', 'courseTitle')).toBe('courseTitle')
  expect(nameOf(classStudent, 'className', 'studyNumber', 'realname')).toBe('studyNumber')
  expect(nameOf(classStudent, 'className', 'seatNum')).toBe('className')
})
