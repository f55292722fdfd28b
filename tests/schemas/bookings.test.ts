import { expect, test } from 'vitest'
import { problemsOf } from '../../engine/schema/check-schemas.ts'
import type { AnyEntity } from '../../engine/schema/index.ts'
import { names } from '../../schemas/names.ts'
import { entityNamed, loaded } from './load.ts'
import { expectNone } from '../support/expect-none.ts'

/** What boot reports about an entity with some of its properties replaced. */
function problems(name: string, change: Readonly<Record<string, unknown>>): string[] {
  const broken: AnyEntity = { ...structuredClone(entityNamed(name)), ...change }
  return problemsOf([...loaded.filter((other) => other.name !== name), broken], names)
}
const withField = (name: string, key: string, field: object): string[] =>
  problems(name, { fields: { ...entityNamed(name).fields, [key]: { ...entityNamed(name).fields[key], ...field } } })

test('a count names an entity and its reference to this one', () => {
  expect(withField('session', 'peopleNum', { of: 'sessionMembr' })).toEqual([
    'session.fields.peopleNum.of: there is no entity "sessionMembr", did you mean "sessionMember"?',
  ])
  expect(withField('session', 'peopleNum', { whose: 'experiGroup' })).toEqual([
    'session.fields.peopleNum.whose: there is no field of sessionMember "experiGroup", did you mean "experiGroupId"?',
  ])
  expect(withField('session', 'peopleNum', { whose: 'stuId' })).toEqual([
    'session.fields.peopleNum.whose: sessionMember.stuId does not refer to session, name the reference that does',
  ])
  expect(withField('session', 'peopleNum', { index: true })).toEqual(['session.fields.peopleNum.index: the field has no column, remove it'])
  expect(withField('session', 'peopleNum', { required: '请输入人数!' })).toContainEqual(
    expect.stringContaining('session.fields.peopleNum.required: nobody can be asked'),
  )
})

test('only required fields may come later, and none that distinguishes rows', () => {
  expect(withField('session', 'groupTime', { later: true })).toEqual([
    'session.fields.groupTime.later: nothing is required that could come later, remove it',
  ])
  expect(withField('session', 'groupName', { later: true })).toEqual([
    'session.fields.groupName.later: rows are told apart by the field, so every row needs one, remove it',
  ])
})

test('only a derived value can be kept', () => {
  expect(withField('session', 'groupName', { kept: true })).toEqual([
    'session.fields.groupName.kept: only a derived value is kept, name its derivation or remove this',
  ])
})

test('times that exclude each other are stored times of one stored field, and their rows have no bin', () => {
  const rule = { one: 'experiAdressId', from: 'startTime', to: 'endTime', message: '该地址已占用' }
  const said = (change: object) => problems('session', { exclusive: [{ ...rule, ...change }] })
  expectNone(said({}))
  expect(said({ from: 'startTiem' })).toEqual(['session.exclusive[0].from: there is no field "startTiem", did you mean "startTime"?'])
  expect(said({ to: 'groupName' })).toEqual(['session.exclusive[0].to: groupName is no time, name a date or dateTime'])
  expect(said({ one: 'peopleNum' })).toEqual(['session.exclusive[0].one: peopleNum is not stored, name a stored field'])
  expect(said({ named: 'groupName' })).toEqual(['session.exclusive[0].named: groupName is no reference, name one'])
  expect(problems('session', { bin: true })).toContain(
    'session.exclusive: a row that comes back from the bin would not be checked, remove the bin',
  )
})

test('rows are open by a stored field of one owning row, with a value that it can have', () => {
  const said = (change: object) => problems('seat', { openWhile: [{ field: 'haveInspect', is: '否', otherwise: '不能修改', ...change }] })
  expectNone(said({}))
  expect(said({ is: '不' })).toEqual([expect.stringContaining('seat.openWhile[0].is: there is no option "不"')])
  expect(said({ is: 0 })).toEqual([expect.stringContaining('seat.openWhile[0].is: there is no option "0"')])
  expect(said({ field: 'tjh' })).toEqual(["seat.openWhile[0].field: tjh is no via field, show the owning row's field by one"])
  const fields = { ...entityNamed('seat').fields, people: { type: 'via', by: 'experiGroupId', field: 'peopleNum', label: '人数' } }
  expect(problems('seat', { fields, openWhile: [{ field: 'people', is: 0, otherwise: '不能修改' }] })).toEqual([
    'seat.openWhile[0].field: people shows no stored field of one owning row, name one that does',
  ])
})

test('panels and limits of children must be known', () => {
  const [child] = entityNamed('session').children ?? []
  const said = (change: object) => problems('session', { children: [{ ...child, ...change }] }).filter((one) => one.includes('children[0]'))
  expectNone(said({}))
  expect(said({ panel: 'sessionSeat' })).toEqual([
    'session.children[0].panel: there is no panel "sessionSeat", did you mean "sessionSeats"?',
  ])
  expect(said({ addWhile: { peopleNmu: 'seatNum' } })).toEqual([
    'session.children[0].addWhile: there is no field "peopleNmu", did you mean "peopleNum"?',
  ])
  expect(said({ addWhile: { peopleNum: 'seatNmu' } })).toEqual([
    'session.children[0].addWhile: there is no field "seatNmu", did you mean "seatNum"?',
  ])
})

test('a field hidden from a role must exist, is not a filter, and is hidden only from roles that neither write nor read the history', () => {
  const { access } = entityNamed('inspectionResult')
  const said = (hidden: Record<string, string[]>) => problems('inspectionResult', { access: { ...access, hidden } })
  expectNone(said({ '4': ['markerId', 'createBy'] }))
  expect(said({ '4': ['makerId'] })).toEqual(['inspectionResult.access.hidden.4: there is no field "makerId", did you mean "markerId"?'])
  expect(said({ '3': ['markerId'] })).toEqual([
    'inspectionResult.access.hidden.3: role 3 may write rows or read their history, which shows them whole; take away that grant or this',
  ])
  expect(said({ '4': ['inspectionId'] })).toEqual([
    'helpRequest.fields.inspectionResultId.show: inspectionResult.inspectionId is hidden from a role, and choices are not; name another field',
  ])
})

test('a part of a table is not counted, masked fields are not filters, and statements use only stored fields', () => {
  const starred = { ...entityNamed('student').fields['studyNumber'], mask: true }
  const students = problems('student', { fields: { ...entityNamed('student').fields, studyNumber: starred } })
  expect(students.join('\n')).toContain('student.studyNumber is starred, and choices are not; name another field')
  expect(withField('course', 'facilityCount', { type: 'count', label: '人数', of: 'assistant', whose: 'courseId' }).join('\n')).toContain(
    'assistant is a part of its table, whose other rows would be counted too; count a whole entity',
  )
  const closed = { delete: { label: '删除', does: 'delete', when: { peopleNum: 0 } } }
  expect(problems('session', { rowActions: closed }).join('\n')).toContain(
    'session.rowActions.delete.when.peopleNum: the table does not store it, so no statement can ask for it; name a stored field',
  )
})
