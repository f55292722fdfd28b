import { createForm, type Field } from '@formily/core'
import { expect, test } from 'vitest'
import { toFormily } from '../../../../engine/client/form/to-formily.ts'
import { entityForm, paramsForm } from '../../../../engine/client/form/form-model.ts'
import { changesOf, checkForm, editBody, filledIn } from '../../../../engine/client/form/form-row.ts'
import { followInput, showProblems } from '../../../../engine/client/form/form-problems.ts'
import { conflictOf, rebase } from '../../../../engine/client/form/conflict.ts'
import { ApiError } from '../../../../engine/client/api.ts'
import { defineEntity } from '../../../../engine/schema/index.ts'

const book = defineEntity({
  name: 'course',
  title: '书',
  domain: 'teaching',
  endpoints: { base: '/test/book' },
  label: 'title',
  fields: {
    title: { type: 'text', label: '书名', required: '请输入书名!' },
    isbn: { type: 'text', label: '书号', readonly: 'edit' },
    kind: { type: 'select', label: '类型', default: 1, options: { '1': '普通', '2': '特殊' } },
    reason: { type: 'longText', label: '原因', required: '请输入原因!' },
    semester: { type: 'reference', to: 'semester', show: 'semesterName', label: '学期' },
    courseId: { type: 'reference', to: 'course', show: 'courseTitle', label: '课程', dependsOn: { semester: 'semester' } },
    phone: { type: 'phone', label: '手机', mask: 'middle', message: '手机不对!' },
    password: { type: 'secret', label: '密码', readonly: 'edit', required: '请输入密码!', requiredOn: 'add' },
    again: { type: 'secret', label: '确认', readonly: 'edit', transient: true, sameAs: { field: 'password', message: '不一样！' } },
    status: { type: 'select', label: '状态', readonly: true, default: 0, options: { '0': '否', '1': '是' } },
  },
  list: { columns: ['title'] },
  form: {
    opensIn: 'modal',
    groups: { 基本: ['title', 'isbn', 'kind', 'reason', 'semester', 'courseId', 'phone'], 安全: ['password', 'again', 'status'] },
    showWhen: { reason: { kind: 2 } },
  },
  scope: 'none',
  access: { grants: {} },
})
const stored = {
  id: 'b1',
  version: 3,
  title: '旧',
  isbn: '1',
  kind: 1,
  reason: null,
  semester: 's1',
  courseId: 'c1',
  phone: '138****8000',
  status: 1,
}
const keysIn = (mode: 'add' | 'edit' | 'view') =>
  Object.values(Object(toFormily(entityForm(book, mode, stored)).properties)).map((group) => Object.keys(Object(group).properties))

test('groups become titled sections in the order of the schema', () => {
  const schema = toFormily(entityForm(book, 'add', {}))
  expect(schema).toMatchObject({
    type: 'object',
    properties: {
      group0: {
        type: 'void',
        'x-component': 'FieldGroup',
        'x-component-props': { title: '基本', columns: 2 },
        properties: {
          title: { title: '书名', 'x-decorator': 'FieldItem', 'x-component': 'BoundInput' },
          reason: { 'x-decorator-props': { isWide: true }, 'x-reactions': expect.any(Function) },
        },
      },
    },
  })
})

test('each mode has its own fields', () => {
  const first = ['title', 'isbn', 'kind', 'reason', 'semester', 'courseId', 'phone']
  expect(keysIn('add')).toEqual([first, ['password', 'again']])
  expect(keysIn('edit')).toEqual([first, ['status']])
  expect(keysIn('view')).toEqual([first, ['status']])
})

test('no value of a row goes into the schema, which Formily would evaluate', () => {
  const model = entityForm(book, 'edit', { ...stored, title: '{{alert(1)}}' })
  expect(JSON.stringify(toFormily(model))).not.toContain('alert')
})

test('an edit sends only what changed, with what its editor saw', () => {
  const model = entityForm(book, 'edit', stored)
  const values = { ...stored, title: '新', semester: undefined }
  const checked = checkForm(model, values)
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

test('an untouched starred value is neither checked nor sent, a new one is', () => {
  const model = entityForm(book, 'edit', stored)
  expect(changesOf(model, stored, checkForm(model, stored))).toEqual({})
  expect(checkForm(model, { ...stored, phone: '1' }).problems).toEqual({ phone: '手机不对!' })
})

test('an empty required field is told on edit, a hidden one is not', () => {
  const model = entityForm(book, 'edit', stored)
  expect(checkForm(model, { ...stored, title: '' }).problems).toEqual({ title: '请输入书名!' })
  expect(checkForm(model, { ...stored, kind: 2 }).problems).toEqual({ reason: '请输入原因!' })
})

test('a new row takes the page’s values along, and the confirmation that only the server checks again', () => {
  const model = entityForm(book, 'add', { courseId: 'c9' })
  const values = { ...model.row, title: '新', password: 'p', again: 'p' }
  expect(filledIn(model, values, checkForm(model, values))).toEqual({
    title: '新',
    courseId: 'c9',
    kind: 1,
    status: 0,
    password: 'p',
    again: 'p',
  })
})

test('params of a call are checked like fields', () => {
  const model = paramsForm({ teacherId: { type: 'text', label: '教师', required: '请选择授课教师!' } }, {})
  expect(checkForm(model, {}).problems).toEqual({ teacherId: '请选择授课教师!' })
})

test('choosing another parent clears the child, and a sentence goes away once it no longer holds', () => {
  const model = entityForm(book, 'edit', stored)
  const form = createForm({ initialValues: structuredClone(stored) })
  const fields: Record<string, Field> = {}
  for (const name of ['title', 'semester', 'courseId']) fields[name] = form.createField({ name })
  expect(showProblems(form, model, { title: '请输入书名!', gone: '别处的问题' })).toEqual(['别处的问题'])
  expect(fields['title']?.selfErrors).toEqual(['请输入书名!'])
  form.setValuesIn('semester', 's2')
  followInput(form, model, 'semester')
  expect(form.values).toMatchObject({ semester: 's2', courseId: null })
  expect(fields['title']?.selfErrors).toEqual([])
})

test('after a conflict the next save is based on what its editor has been shown', () => {
  const details = {
    id: 'b1',
    version: 5,
    clashes: [{ field: 'title', yours: '新', theirs: '他的', base: '旧' }],
    who: 'teacher',
    when: '2026-09-01 08:00:00',
  }
  const conflict = conflictOf(new ApiError('冲突', { code: 409, status: 409, details }))
  if (!conflict) throw new Error('not read as a conflict')
  const model = rebase(entityForm(book, 'edit', stored), conflict)
  const mine = { ...stored, title: '新' }
  expect(editBody(model, 'id', changesOf(model, mine, checkForm(model, mine)))).toMatchObject({
    version: 5,
    title: '新',
    _base: { title: '他的' },
  })
  const theirs = { ...stored, title: '他的' }
  expect(changesOf(model, theirs, checkForm(model, theirs))).toEqual({})
  expect(conflictOf(new ApiError('坏', { code: 500, status: 200 }))).toBeUndefined()
})
