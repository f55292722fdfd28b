import { expect, test } from 'vitest'
import { entityForm, paramsForm } from '../../../../engine/client/form/form-model.ts'
import { changesOf, checkFormRow, editBody, filledIn } from '../../../../engine/client/form/form-row.ts'
import { book, storedBook } from './book.ts'

test('an edit sends only what changed, with what its editor saw', () => {
  const model = entityForm(book, 'edit', storedBook)
  const values = { ...storedBook, title: '新', semester: undefined }
  const checked = checkFormRow(model, values)
  expect(checked.problems).toEqual({})
  const changes = changesOf(model, values, checked)
  expect(changes).toEqual({ title: '新', semester: '' })
  expect(editBody(model, 'id', changes)).toEqual({
    id: 'b1',
    version: 3,
    title: '新',
    semester: '',
    _base: { title: '旧', semester: 's1' },
  })
})

test('an untouched starred value is neither checked nor sent; a new one is both', () => {
  const model = entityForm(book, 'edit', storedBook)
  expect(changesOf(model, storedBook, checkFormRow(model, storedBook))).toEqual({})
  expect(checkFormRow(model, { ...storedBook, phone: '1' }).problems).toEqual({ phone: '手机不对!' })
})

test('an empty required field is reported on edit, a hidden one is not', () => {
  const model = entityForm(book, 'edit', storedBook)
  expect(checkFormRow(model, { ...storedBook, title: '' }).problems).toEqual({ title: '请输入书名!' })
  expect(checkFormRow(model, { ...storedBook, kind: 2 }).problems).toEqual({ reason: '请输入原因!' })
})

test('a new row includes the page’s values, and the confirmation that only the server checks again', () => {
  const model = entityForm(book, 'add', { courseId: 'c9' })
  const values = { ...model.row, title: '新', password: 'p', again: 'p' }
  expect(filledIn(model, values, checkFormRow(model, values))).toEqual({
    title: '新',
    courseId: 'c9',
    kind: 1,
    password: 'p',
    again: 'p',
  })
})

test('params of a call are checked like fields', () => {
  const model = paramsForm({ teacherId: { type: 'text', label: '教师', required: '请选择授课教师!' } }, {})
  expect(checkFormRow(model, {}).problems).toEqual({ teacherId: '请选择授课教师!' })
})

test('invisible characters are removed before sending', () => {
  const model = entityForm(book, 'add', { courseId: 'c9' })
  const values = { ...model.row, title: '\u200b新\u202e书\u0007', password: 'p', again: 'p' }
  expect(filledIn(model, values, checkFormRow(model, values))).toMatchObject({ title: '新书' })
})
