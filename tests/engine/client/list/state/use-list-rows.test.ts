import { expect, test } from 'vitest'
import { changedWith } from '../../../../../engine/client/list/state/use-list-rows.ts'
import { classStudent } from '../../../../../schemas/teaching/class-student.ts'
import { course } from '../../../../../schemas/teaching/course.ts'

test('a write refreshes the lists of the entity and its children, and those of its pickers, which no longer offer people already taken', () => {
  expect([...changedWith(classStudent)]).toEqual(expect.arrayContaining(['classStudent', 'student']))
  expect([...changedWith(course)]).toEqual(expect.arrayContaining(['course', 'courseTeacher']))
  expect([...changedWith(course)]).not.toContain('student')
})
