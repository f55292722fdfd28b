import type { FieldOf, FieldType, FieldValues } from '../../../engine/fields/contract.ts'
import { markFixture } from './mark/mark-fixture.ts'
import { richTextFixture } from './richText/rich-text-fixture.ts'
import { rowsFixture } from './rows/rows-fixture.ts'

interface Fixture<T extends FieldType> {
  readonly field: FieldOf<T>
  /** Raw value → stored value. */
  readonly valid: readonly (readonly [raw: unknown, stored: FieldValues[T]])[]
  /** Raw value → sentence. */
  readonly invalid: readonly (readonly [raw: unknown, sentence: string])[]
  /** Stored value → text. */
  readonly text: readonly (readonly [stored: FieldValues[T], text: string])[]
}

/** Values that every field type is tested with, written by hand. A type without a fixture does not compile. */
export const fixtures: { readonly [T in FieldType]: Fixture<T> } = {
  text: {
    field: {
      type: 'text',
      label: '编号',
      min: { is: 2, message: '编号太短!' },
      max: 5,
      pattern: { is: 'code', message: '编号只能是字母数字!' },
    },
    valid: [
      ['  A-1 ', 'A-1'],
      [12, '12'],
      ['a\0bc', 'abc'],
    ],
    invalid: [
      ['A', '编号太短!'],
      ['ABCDEF', '编号最多5个字符'],
      ['中文', '编号只能是字母数字!'],
      [{}, '编号格式不正确'],
    ],
    text: [['A-1', 'A-1']],
  },
  longText: {
    field: { type: 'longText', label: '备注', max: { is: 3, message: '备注不能超过三个字!' } },
    valid: [
      ['一\n二', '一\n二'],
      ['😀😀😀', '😀😀😀'],
    ],
    invalid: [
      ['一二三四', '备注不能超过三个字!'],
      [['a'], '备注格式不正确'],
    ],
    text: [['一', '一']],
  },
  richText: richTextFixture,
  cron: {
    field: { type: 'cron', label: 'cron表达式' },
    valid: [
      ['* * * * * ? *', '* * * * * ? *'],
      ['  0  0/5 8-18 ?  * MON-FRI ', '0 0/5 8-18 ? * MON-FRI'],
      ['0 0 12 L * ?', '0 0 12 L * ?'],
      ['0 15 10 ? * 6L 2030', '0 15 10 ? * 6L 2030'],
    ],
    invalid: [
      ['* * * * * ? * *', 'Cron表达式最多7项！'],
      ['* * * * * ? 2026-2030', 'Cron表达式参数[年]错误'],
      ['* * * * * ? 今年', 'Cron表达式参数[年]错误'],
      ['99 * * * * ?', 'Cron表达式错误'],
      ['* * * * *', 'Cron表达式错误'],
      ['每天一次', 'Cron表达式错误'],
      [{}, 'cron表达式格式不正确'],
    ],
    text: [['0 0 12 L * ?', '0 0 12 L * ?']],
  },
  mark: markFixture,
  number: {
    field: { type: 'number', label: '层级', min: { is: 1, message: '不能小于 1!' }, max: { is: 9, message: '不能大于 9!' } },
    valid: [
      [1, 1],
      ['9', 9],
      [' ３ ', 3],
      ['4.0', 4],
    ],
    invalid: [
      [0, '不能小于 1!'],
      [10, '不能大于 9!'],
      ['一', '层级必须是数字'],
      ['0x10', '层级必须是数字'],
      [Number.NaN, '层级必须是数字'],
      [1.5, '层级必须是整数'],
      [3e9, '层级超出范围'],
      [true, '层级必须是数字'],
    ],
    text: [[3, '3']],
  },
  decimal: {
    field: { type: 'decimal', label: '分数', scale: 1, min: { is: 0, message: '不能小于零!' }, max: { is: 100, message: '不能大于100!' } },
    valid: [
      ['９9。5', 99.5],
      [0.1 + 0.2, 0.3],
      ['－0', 0],
      [100, 100],
    ],
    invalid: [
      [-0.1, '不能小于零!'],
      [100.1, '不能大于100!'],
      ['1.25', '分数最多1位小数'],
      ['1,2', '分数必须是数字'],
      ['1e20', '分数超出范围'],
    ],
    text: [
      [3, '3'],
      [3.5, '3.5'],
    ],
  },
  date: {
    field: { type: 'date', label: '日期' },
    valid: [
      ['2026-09-01', '2026-09-01'],
      ['2026-9-1', '2026-09-01'],
      ['2026/09/01', '2026-09-01'],
      ['2026年9月1日', '2026-09-01'],
      ['2026-09-01 10:00:00', '2026-09-01'],
      ['2024-02-29', '2024-02-29'],
      [new Date('2026-08-31T16:00:00Z'), '2026-09-01'],
      ['2026-08-31T16:00:00.000Z', '2026-09-01'],
    ],
    invalid: [
      ['2026-02-29', '日期不是有效的日期'],
      ['2026-13-01', '日期不是有效的日期'],
      ['2026-04-31', '日期不是有效的日期'],
      ['明天', '日期不是有效的日期'],
      [20260901, '日期不是有效的日期'],
      [new Date(Number.NaN), '日期不是有效的日期'],
    ],
    text: [['2026-09-01', '2026-09-01']],
  },
  dateTime: {
    field: { type: 'dateTime', label: '时间' },
    valid: [
      ['2026-09-01 08:05:09', '2026-09-01 08:05:09'],
      ['2026/9/1 8:05', '2026-09-01 08:05:00'],
      ['2026-09-01', '2026-09-01 00:00:00'],
      ['2026-09-01T00:05:09Z', '2026-09-01 08:05:09'],
    ],
    invalid: [
      ['2026-09-01 24:00:00', '时间不是有效的时间'],
      ['2026-02-30 10:00:00', '时间不是有效的时间'],
    ],
    text: [['2026-09-01 08:05:09', '2026-09-01 08:05:09']],
  },
  select: {
    field: { type: 'select', label: '状态', options: { '1': '正常', '2': '冻结' } },
    valid: [
      [1, 1],
      ['2', 2],
      ['冻结', 2],
    ],
    invalid: [
      [3, '状态只能是：正常、冻结'],
      ['toString', '状态只能是：正常、冻结'],
    ],
    text: [[2, '冻结']],
  },
  dictionary: {
    field: { type: 'dictionary', label: '性别', code: 'sex' },
    valid: [
      ['1', '1'],
      [1, '1'],
    ],
    invalid: [[{}, '性别格式不正确']],
    text: [['1', '1']],
  },
  reference: {
    field: { type: 'reference', label: '课程', to: 'course', show: 'courseTitle' },
    valid: [['  c1 ', 'c1']],
    invalid: [[['c1'], '课程格式不正确']],
    text: [['c1', 'c1']],
  },
  multiReference: {
    field: { type: 'multiReference', label: '部门', to: 'department', show: 'departName' },
    valid: [
      ['a,b', 'a,b'],
      ['a, ,b，a', 'a,b'],
      [['a', 'b'], 'a,b'],
    ],
    invalid: [[[{}], '部门格式不正确']],
    text: [['a,b', 'a,b']],
  },
  treeReference: {
    field: { type: 'treeReference', label: '上级', to: 'department', show: 'departName' },
    valid: [['d1', 'd1']],
    invalid: [[{}, '上级格式不正确']],
    text: [['d1', 'd1']],
  },
  switch: {
    field: { type: 'switch', label: '启用', on: '启用', off: '停用' },
    valid: [
      [true, 1],
      ['0', 0],
      ['启用', 1],
      ['停用', 0],
    ],
    invalid: [
      [2, '启用只能是：启用、停用'],
      [[], '启用只能是：启用、停用'],
    ],
    text: [[0, '停用']],
  },
  files: {
    field: { type: 'files', label: '照片', accept: 'image', count: 2, message: '请上传图片' },
    valid: [
      ['result/a.png,result/b.JPG', 'result/a.png,result/b.JPG'],
      [['result/a.png'], 'result/a.png'],
    ],
    invalid: [
      ['a.png,b.png,c.png', '照片最多2个文件'],
      ['a.pdf', '请上传图片'],
      ['../../a.png', '照片格式不正确'],
    ],
    text: [['a.png', 'a.png']],
  },
  icon: {
    field: { type: 'icon', label: '图标' },
    valid: [
      [' user ', 'user'],
      ['user-add', 'user-add'],
    ],
    invalid: [
      ['User Add', '图标格式不正确'],
      ['<svg>', '图标格式不正确'],
    ],
    text: [['user', 'user']],
  },
  phone: {
    field: { type: 'phone', label: '手机', message: '您的手机号码格式不正确!' },
    valid: [
      ['13800138000', '13800138000'],
      [13800138000, '13800138000'],
      ['+8613800138000', '13800138000'],
      ['+87 138-0013 8000', '13800138000'],
    ],
    invalid: [
      ['+8813800138000', '您的手机号码格式不正确!'],
      ['138 0013 8000', '您的手机号码格式不正确!'],
      ['12800138000', '您的手机号码格式不正确!'],
      ['1380013800', '您的手机号码格式不正确!'],
    ],
    text: [['13800138000', '13800138000']],
  },
  email: {
    field: { type: 'email', label: '邮箱', message: '请输入正确格式的邮箱!' },
    valid: [['a@b.cn', 'a@b.cn']],
    invalid: [
      ['a@b', '请输入正确格式的邮箱!'],
      ['a b@c.cn', '请输入正确格式的邮箱!'],
    ],
    text: [['a@b.cn', 'a@b.cn']],
  },
  secret: {
    field: {
      type: 'secret',
      label: '密码',
      pattern: { is: 'password', message: '密码不合规!' },
      strength: { is: 2, message: '密码太弱!' },
    },
    valid: [[' Abc-1234', ' Abc-1234']],
    invalid: [
      ['short', '密码太弱!'],
      ['12345678', '密码太弱!'],
      ['short1', '密码不合规!'],
      [12345678, '密码格式不正确'],
      [`A1-${'a'.repeat(200)}`, '密码最多200个字符'],
    ],
    text: [['Abc-1234', '']],
  },
  json: {
    field: { type: 'json', label: '设置', shape: 'object', otherwise: '只能传递JSON对象!' },
    valid: [
      ['{"a":1}', '{"a":1}'],
      [{ a: 1 }, '{"a":1}'],
    ],
    invalid: [
      ['{', '设置不是有效的JSON'],
      ['[]', '只能传递JSON对象!'],
      ['5', '设置不是有效的JSON'],
      ['null', '设置不是有效的JSON'],
    ],
    text: [['{}', '{}']],
  },
  rows: rowsFixture,
  via: {
    field: { type: 'via', label: '学期', by: 'courseId', field: 'semester' },
    valid: [['s1', 's1']],
    invalid: [],
    text: [['s1', 's1']],
  },
  count: {
    field: { type: 'count', label: '人数', of: 'classStudent', whose: 'classId' },
    valid: [[3, 3]],
    invalid: [],
    text: [[3, '3']],
  },
}
