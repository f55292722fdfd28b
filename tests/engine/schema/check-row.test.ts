import { expect, test } from 'vitest'
import { checkRow, type RowShape } from '../../../engine/schema/check-row.ts'

const shape: RowShape = {
  fields: {
    name: { type: 'text', label: '名称', required: '请输入名称!', max: 5 },
    code: { type: 'text', label: '编号', required: '请输入编号!', readonly: 'edit' },
    status: { type: 'select', label: '状态', readonly: true, default: 0, options: { '0': '未发布', '1': '已发布' } },
    kind: { type: 'select', label: '类型', default: 1, options: { '1': '普通', '2': '上级' } },
    departs: { type: 'multiReference', label: '部门', to: 'department', show: 'departName', required: '请选择部门!' },
    begin: { type: 'date', label: '开始' },
    end: { type: 'date', label: '结束', notBefore: { field: 'begin', message: '结束日期不能早于开始日期' } },
    password: { type: 'secret', label: '密码', required: '请输入密码!', requiredOn: 'add' },
    again: {
      type: 'secret',
      label: '确认',
      required: '请重新输入!',
      requiredOn: 'add',
      transient: true,
      sameAs: { field: 'password', message: '两次输入的密码不一样！' },
    },
    semester: { type: 'via', label: '学期', by: 'departs', field: 'semester' },
    state: { type: 'text', label: '进度', derive: 'courseStatus' },
  },
  form: { showWhen: { departs: { kind: 2 } } },
}
const whole = { name: '甲', code: 'A1', password: 'secret', again: 'secret' }

test('a new row gets trimmed values, defaults and nulls; nothing else of the body is read', () => {
  const row = { ...whole, name: ' 甲 ', status: 1, semester: 's', state: 'x', id: 'forged', delFlag: 0 }
  expect(checkRow(shape, row, 'add')).toEqual({
    values: { name: '甲', code: 'A1', status: 0, kind: 1, departs: null, begin: null, end: null, password: 'secret' },
    problems: {},
  })
})

test('a missing value of a new row is reported in the sentence of its field', () => {
  expect(checkRow(shape, { name: '   ' }, 'add').problems).toEqual({
    name: '请输入名称!',
    code: '请输入编号!',
    password: '请输入密码!',
    again: '请重新输入!',
  })
})

test('the first broken rule of a field is reported, and its value is left out', () => {
  const { values, problems } = checkRow(shape, { ...whole, name: '一二三四五六', kind: '3' }, 'add')
  expect(problems).toEqual({ name: '名称最多5个字符', kind: '类型只能是：普通、上级' })
  expect(values).not.toHaveProperty('name')
})

test('an edit leaves absent keys and null unchanged, also for required fields, and clears with the empty text', () => {
  expect(checkRow(shape, {}, 'edit')).toEqual({ values: {}, problems: {} })
  expect(checkRow(shape, { name: null, end: null, begin: '' }, 'edit')).toEqual({ values: { begin: null }, problems: {} })
  expect(checkRow(shape, { name: '' }, 'edit').problems).toEqual({ name: '请输入名称!' })
})

test('null from the server itself empties a field, but never a required one', () => {
  expect(checkRow(shape, { begin: null }, 'edit', { fields: 'all' }).values).toEqual({ begin: null })
  expect(checkRow(shape, { name: null }, 'edit', { fields: 'all' }).problems).toEqual({ name: '请输入名称!' })
})

test('an edit never writes fields that are fixed once the row exists, or that only the server writes', () => {
  expect(checkRow(shape, { code: 'B', status: 1 }, 'edit').values).toEqual({})
  expect(checkRow(shape, { code: 'B', status: 1 }, 'edit', { fields: 'all' }).values).toEqual({ code: 'B', status: 1 })
})

test('an empty password on edit leaves the password unchanged', () => {
  expect(checkRow(shape, { password: '', again: '' }, 'edit')).toEqual({ values: {}, problems: {} })
})

test('a confirmation is compared and never stored', () => {
  expect(checkRow(shape, { ...whole, again: 'other' }, 'add').problems).toEqual({ again: '两次输入的密码不一样！' })
  expect(checkRow(shape, whole, 'add').values).not.toHaveProperty('again')
})

test('a hidden field is emptied and not checked; a shown one is checked', () => {
  expect(checkRow(shape, { ...whole, departs: 'd1' }, 'add').values['departs']).toBeNull()
  expect(checkRow(shape, { ...whole, kind: 2 }, 'add').problems).toEqual({ departs: '请选择部门!' })
  expect(checkRow(shape, { ...whole, kind: '2', departs: 'd1,,d1' }, 'add').values['departs']).toBe('d1')
})

test('an edit that hides a field empties it; one that shows it requires it', () => {
  expect(checkRow(shape, { kind: 1 }, 'edit', { stored: { kind: 2, departs: 'd1' } }).values).toEqual({ kind: 1, departs: null })
  expect(checkRow(shape, { kind: 2 }, 'edit', { stored: { kind: 1, departs: null } }).problems).toEqual({ departs: '请选择部门!' })
  expect(checkRow(shape, { name: '乙' }, 'edit').values).toEqual({ name: '乙' })
})

test('two dates are compared whichever of them is written', () => {
  const sentence = { end: '结束日期不能早于开始日期' }
  expect(checkRow(shape, { ...whole, begin: '2026-9-2', end: '2026-09-01' }, 'add').problems).toEqual(sentence)
  expect(checkRow(shape, { ...whole, begin: '2026-09-01', end: '2026-09-01' }, 'add').problems).toEqual({})
  const stored = { begin: '2026-09-01', end: '2026-09-30' }
  expect(checkRow(shape, { end: '2026-08-01' }, 'edit', { stored }).problems).toEqual(sentence)
  expect(checkRow(shape, { begin: '2026-10-01' }, 'edit', { stored }).problems).toEqual(sentence)
})

test('keys of Object.prototype do not count as values', () => {
  const odd: RowShape = { fields: Object.fromEntries([['constructor', { type: 'text', label: '构造' } as const]]) }
  expect(checkRow(odd, {}, 'add')).toEqual({ values: { constructor: null }, problems: {} })
})
