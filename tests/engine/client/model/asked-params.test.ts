import { expect, test } from 'vitest'
import { askedParamField, missingParents, takenFrom } from '../../../../engine/client/model/asked-params.ts'
import { assistant } from '../../../../schemas/teaching/assistant.ts'
import { classStudent } from '../../../../schemas/teaching/class-student.ts'
import { inspectionItem } from '../../../../schemas/teaching/inspection-item.ts'

test('a call gets the params that `with` names, and no filter that merely has the name of a param', () => {
  const { addAssistant } = assistant.tools ?? {}
  const taken = addAssistant?.does === 'call' ? addAssistant.with : undefined
  expect(takenFrom(taken, { courseId: '7', username: 'li', realname: '' })).toEqual({ courseId: '7' })
  expect(takenFrom(taken, { courseId: '', username: 'li' })).toEqual({})
})

test('a picker asks for the row to add to if the page does not name it', () => {
  const parents = (filters: Record<string, string>) =>
    missingParents(classStudent, 'addClass', { classId: 'classId' }, filters).map(({ filter, sentence }) => [filter, sentence])
  expect(parents({})).toEqual([['classId', '请输入所属班级!']])
  expect(parents({ classId: '3' })).toEqual([])
})

test('a param that other clients send as text is chosen from a list, with the sentence of the call', () => {
  expect(askedParamField(inspectionItem, 'initInSpectionResAll', 'experiId', 'experiId')).toMatchObject({
    type: 'reference',
    to: 'experiment',
    required: '请选择实验',
    dependsOn: { courseId: 'courseId' },
  })
})
