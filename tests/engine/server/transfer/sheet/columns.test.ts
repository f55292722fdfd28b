import { expect, test } from 'vitest'
import { modelsOf } from '../../../../../engine/server/model/model.ts'
import { findHeader } from '../../../../../engine/server/transfer/sheet/find-header.ts'
import { exportColumns, importColumns, wantedColumns } from '../../../../../engine/server/transfer/sheet/columns.ts'
import { loadEntities } from '../../../../../src/server/database.ts'

const models = modelsOf(await loadEntities())
const model = (name: string) => {
  const found = models.get(name)
  if (!found) throw new Error(name)
  return found
}

test('an export never contains a secret or two columns with one name', () => {
  for (const one of models.values()) {
    const columns = exportColumns(one)
    expect(
      columns.filter((column) => column.field.type === 'secret'),
      one.name,
    ).toEqual([])
    const labels = columns.map((column) => column.field.label)
    expect(labels, one.name).toEqual([...new Set(labels)])
    expect(
      columns.map((column) => column.key),
      one.name,
    ).toEqual(expect.arrayContaining(importColumns(one).map((column) => column.key)))
  }
})

test('a roster shows the importable student number in place of its twin in the list', () => {
  expect(exportColumns(model('classStudent')).map((column) => column.key)).toEqual([
    'className',
    'stuId',
    'realname',
    'experiId',
    'groupNum',
    'seatNum',
  ])
})

test('fields that every row has are exported if the list shows them', () => {
  const { entity } = model('course')
  const shown = { ...model('course'), entity: { ...entity, list: { columns: ['courseTitle', 'createBy', { field: 'updateTime' }] } } }
  expect(exportColumns(shown).map((column) => column.field.label)).toEqual(expect.arrayContaining(['创建人', '更新时间']))
})

test('a sheet of an earlier version is read by the earlier label of a column', () => {
  const header = (label: string) => findHeader([{ row: 1, cells: ['用户账号', label, '学号'] }], wantedColumns(model('student')))
  for (const label of ['姓名', '用户名称']) expect(header(label).places.get(1)).toMatchObject({ key: 'realname', label: '姓名' })
})

test('keys and required fields must be in a sheet, but not secrets or the field given for the whole file', () => {
  const needed = (name: string) =>
    wantedColumns(model(name))
      .filter((column) => column.needed)
      .map((column) => column.key)
  expect(needed('equipment')).toEqual(['facilityNum', 'facilityName'])
  expect(needed('student')).toEqual(['username', 'realname', 'studyNumber'])
})
