import { defineEntity, type Row } from '../../engine/schema/index.ts'

/** Each forbidden thing is an error on the line where it is written; the compiler is the test runner. */
const valid = {
  name: 'equipment',
  title: '设备',
  domain: 'teaching',
  endpoints: { base: '/inspect/bhFacility' },
  label: 'code',
  list: { columns: ['code'] },
  scope: 'none',
  access: { grants: {} },
} as const

const fields = {
  courseId: { type: 'reference', to: 'course', show: 'courseTitle', label: '课程', required: '请选择课程！' },
  code: { type: 'text', label: '编号', required: '请输入编号!' },
  state: { type: 'select', label: '状态', default: 'idle', options: { idle: '空闲', broken: '故障' } },
  level: { type: 'select', label: '级别', options: { '1': '一', '2': '二' } },
  note: { type: 'longText', label: '说明' },
  from: { type: 'date', label: '开始' },
  to: { type: 'date', label: '结束' },
} as const

export const good = defineEntity({
  ...valid,
  fields,
  list: {
    columns: ['code', { field: 'state', width: 80 }, 'createBy', { field: 'updateTime', width: 150 }],
    filters: ['state', { field: 'note', match: 'contains' }, { field: 'createTime', more: true }, 'createBy'],
    sort: { by: 'code', order: 'asc' },
  },
  form: { opensIn: 'modal', groups: { '': ['code', 'state', 'note'] }, showWhen: { note: { state: 'broken' } } },
  rowActions: {
    repair: { label: '报修', does: 'set', values: { state: 'broken' }, when: { anyOf: [{ state: 'idle' }, { level: [1, 2] }] } },
  },
  import: { within: 'courseId', columns: ['code'], matchOn: ['courseId', 'code'] },
  scope: { course: 'courseId' },
})

type Good = Row<typeof good>
/** The row type keeps options, requiredness and hiding. */
export const typedRow: Good = { id: '1', courseId: '1', code: 'A', state: 'idle', level: 2, note: null, from: null, to: '2026-09-01' }
// @ts-expect-error -- an option that does not exist
export const wrongOption: Good['state'] = 'brokn'
// @ts-expect-error -- options that look like numbers are numbers
export const wrongKind: Good['level'] = '1'
// @ts-expect-error -- a required field is never empty
export const neverEmpty: Good['code'] = null

// @ts-expect-error -- unknown column
defineEntity({ ...valid, fields, list: { columns: ['coed'] } })
// @ts-expect-error -- unknown column as an object
defineEntity({ ...valid, fields, list: { columns: [{ field: 'coed' }] } })
// @ts-expect-error -- fields that every row has cannot be in a form
defineEntity({ ...valid, fields, form: { opensIn: 'modal', groups: { '': ['createTime'] } } })
// @ts-expect-error -- unknown filter
defineEntity({ ...valid, fields, list: { columns: ['code'], filters: ['coed'] } })
// @ts-expect-error -- unknown sort field
defineEntity({ ...valid, fields, list: { columns: ['code'], sort: { by: 'coed', order: 'asc' } } })
// @ts-expect-error -- unknown needed filter
defineEntity({ ...valid, fields, list: { columns: ['code'], needs: 'coed' } })
// @ts-expect-error -- unknown filter that adding needs
defineEntity({ ...valid, fields, list: { columns: ['code'], addNeeds: 'coed' } })
// @ts-expect-error -- unknown column that is edited in its row
defineEntity({ ...valid, fields, list: { columns: ['code'], editable: { columns: ['coed'] } } })
// @ts-expect-error -- unknown field that a column is edited by
defineEntity({ ...valid, fields, list: { columns: ['code'], editable: { columns: [{ column: 'code', by: 'coed' }] } } })
// @ts-expect-error -- unknown column of a further list
defineEntity({ ...valid, fields, lists: { mine: { columns: ['coed'] } } })
// @ts-expect-error -- unknown field in a form group
defineEntity({ ...valid, fields, form: { opensIn: 'modal', groups: { '': ['coed'] } } })
const parts = { type: 'rows', label: '部件' } as const
defineEntity({ ...valid, fields: { ...fields, parts: { ...parts, columns: { size: { type: 'number', label: '大小' } } } } })
// @ts-expect-error -- an option that the type of a column does not have
defineEntity({ ...valid, fields: { ...fields, parts: { ...parts, columns: { size: { type: 'number', label: '大小', scale: 1 } } } } })
// @ts-expect-error -- rows inside rows
defineEntity({ ...valid, fields: { ...fields, parts: { ...parts, columns: { in: { type: 'rows', label: '内', columns: {} } } } } })
defineEntity({ ...valid, fields, form: { opensIn: 'modal', groups: { 基本: ['code'] }, tabs: { 一: ['基本'] } } })
// @ts-expect-error -- unknown group in a tab of a form
defineEntity({ ...valid, fields, form: { opensIn: 'modal', groups: { 基本: ['code'] }, tabs: { 一: ['基木'] } } })
// @ts-expect-error -- unknown way to open a form
defineEntity({ ...valid, fields, form: { opensIn: 'window', groups: { '': ['code'] } } })
// @ts-expect-error -- unknown field with a showWhen
defineEntity({ ...valid, fields, form: { opensIn: 'modal', groups: { '': ['code'] }, showWhen: { noet: { state: 'idle' } } } })
// @ts-expect-error -- unknown value in a showWhen
defineEntity({ ...valid, fields, form: { opensIn: 'modal', groups: { '': ['code'] }, showWhen: { note: { state: 'brokn' } } } })
// @ts-expect-error -- unknown field in a condition
defineEntity({ ...valid, fields, rowActions: { edit: { label: '编辑', does: 'edit', when: { staet: 'idle' } } } })
// @ts-expect-error -- unknown field in a condition beside a valid one
defineEntity({ ...valid, fields, rowActions: { edit: { label: '编辑', does: 'edit', when: { state: 'idle', staet: 'idle' } } } })
// @ts-expect-error -- unknown field nested in anyOf
defineEntity({ ...valid, fields, rowActions: { edit: { label: '编辑', does: 'edit', when: { anyOf: [{ staet: 'idle' }] } } } })
// @ts-expect-error -- unknown value in a condition
defineEntity({ ...valid, fields, rowActions: { edit: { label: '编辑', does: 'edit', when: { state: 'brokn' } } } })
// @ts-expect-error -- unknown field in a set action
defineEntity({ ...valid, fields, rowActions: { repair: { label: '报修', does: 'set', values: { staet: 'broken' } } } })
// @ts-expect-error -- unknown import column
defineEntity({ ...valid, fields, import: { columns: ['coed'], matchOn: ['code'] } })
// @ts-expect-error -- unknown match key
defineEntity({ ...valid, fields, import: { columns: ['code'], matchOn: ['coed'] } })
// @ts-expect-error -- unknown import scope
defineEntity({ ...valid, fields, import: { within: 'corseId', columns: ['code'], matchOn: ['code'] } })
// @ts-expect-error -- unknown label
defineEntity({ ...valid, fields, label: 'coed' })
// @ts-expect-error -- unknown entity in a reference
defineEntity({ ...valid, fields: { ...fields, x: { type: 'reference', to: 'curse', show: 'courseTitle', label: '课程' } } })
// @ts-expect-error -- unknown dictionary
defineEntity({ ...valid, fields: { ...fields, x: { type: 'dictionary', code: 'studnet_type', label: '类型' } } })
// @ts-expect-error -- unknown field type
defineEntity({ ...valid, fields: { ...fields, x: { type: 'txet', label: '文本' } } })
// @ts-expect-error -- unknown pattern
defineEntity({ ...valid, fields: { ...fields, x: { type: 'text', label: '电话', pattern: { is: 'mobil', message: '错' } } } })
// @ts-expect-error -- an option that the field type does not have
defineEntity({ ...valid, fields: { ...fields, x: { type: 'date', label: '日期', max: 10 } } })
// @ts-expect-error -- a relation to a field that does not exist
defineEntity({ ...valid, fields: { ...fields, x: { type: 'date', label: '日期', notBefore: { field: 'form', message: '错' } } } })
// @ts-expect-error -- unique within a field that does not exist
defineEntity({ ...valid, fields: { ...fields, x: { type: 'text', label: '号', unique: { message: '重', within: ['corseId'] } } } })
// @ts-expect-error -- a look-through by a field that does not exist
defineEntity({ ...valid, fields: { ...fields, x: { type: 'via', by: 'corseId', field: 'semester', label: '学期' } } })
// @ts-expect-error -- required is the sentence, not true
defineEntity({ ...valid, fields: { ...fields, x: { type: 'text', label: '号', required: true } } })
// @ts-expect-error -- unknown entity name
defineEntity({ ...valid, fields, name: 'equipmnet' })
// @ts-expect-error -- unknown domain
defineEntity({ ...valid, fields, domain: 'teching' })
// @ts-expect-error -- unknown screen
defineEntity({ ...valid, fields, rowActions: { seats: { label: '座位', does: 'open', screen: 'saets' } } })
// @ts-expect-error -- unknown row scope
defineEntity({ ...valid, fields, scope: { curse: 'courseId' } })
// @ts-expect-error -- unknown topic
defineEntity({ ...valid, fields, feed: { curse: 'courseId' } })
// @ts-expect-error -- unknown field of a topic
defineEntity({ ...valid, fields, feed: { course: 'curseId' } })
// @ts-expect-error -- unknown role in the grants
defineEntity({ ...valid, fields, access: { grants: { '9': 'all' } } })
// @ts-expect-error -- unknown top-level key
defineEntity({ ...valid, fields, colums: [] })
// @ts-expect-error -- a path without its slash
defineEntity({ ...valid, fields, endpoints: { base: 'inspect/bhFacility' } })
// @ts-expect-error -- an operation that does not exist
defineEntity({ ...valid, fields, endpoints: { base: '/a', disable: ['remove'] } })
// @ts-expect-error -- a function where data belongs
defineEntity({ ...valid, fields, rowActions: { edit: { label: '编辑', does: 'edit', when: () => true } } })
// @ts-expect-error -- a state field that does not exist
defineEntity({ ...valid, fields, states: [{ field: 'staet', transitions: {} }] })
const move = { from: ['a'], to: 'b', otherwise: '不可' }
defineEntity({ ...valid, fields, states: [{ field: 'state', transitions: { move } }] })
// @ts-expect-error -- a call that makes moves, but no words for their buttons
defineEntity({ ...valid, fields, states: [{ field: 'state', call: 'audit', param: 'status', transitions: { move } }] })
// @ts-expect-error -- unknown child entity
defineEntity({ ...valid, fields, children: [{ entity: 'saet', by: 'courseId', shown: 'drawer', label: '座位' }] })
// @ts-expect-error -- unknown column in an index
defineEntity({ ...valid, fields, indexes: [['coed']] })

const kit = {
  ...fields,
  people: { type: 'count', of: 'sessionMember', whose: 'experiGroupId', label: '人数' },
  start: { type: 'dateTime', label: '开始' },
  end: { type: 'dateTime', label: '结束' },
  when: { type: 'text', label: '时间', derive: 'groupTime', kept: true },
  closed: { type: 'via', by: 'courseId', field: 'pubshed', label: '发布' },
} as const
export const booked = defineEntity({
  ...valid,
  fields: kit,
  list: { columns: ['code', 'people'], panel: 'sessionAllocation' },
  rowActions: { seats: { label: '座位', does: 'panel', panel: 'seatMap' } },
  exclusive: [{ one: 'courseId', from: 'start', to: 'end', message: '已占用' }],
  openWhile: [{ field: 'closed', is: 1, otherwise: '已关闭' }],
})
/** A count is a number, whatever it counts. */
export const counted: Row<typeof booked>['people'] = 3
// @ts-expect-error -- a count is not a text
export const countedText: Row<typeof booked>['people'] = '3'
// @ts-expect-error -- a count of an unknown entity
defineEntity({ ...valid, fields: { ...fields, x: { type: 'count', of: 'sessionMembr', whose: 'experiGroupId', label: '数' } } })
// @ts-expect-error -- a count without the reference that points back
defineEntity({ ...valid, fields: { ...fields, x: { type: 'count', of: 'sessionMember', label: '数' } } })
// @ts-expect-error -- kept is true or absent
defineEntity({ ...valid, fields: { ...fields, x: { type: 'text', label: '时间', derive: 'groupTime', kept: false } } })
// @ts-expect-error -- unknown derivation
defineEntity({ ...valid, fields: { ...fields, x: { type: 'text', label: '时间', derive: 'gruopTime', kept: true } } })
// @ts-expect-error -- unknown field in a time that excludes others
defineEntity({ ...valid, fields: kit, exclusive: [{ one: 'courseId', from: 'strat', to: 'end', message: '已占用' }] })
// @ts-expect-error -- a time that excludes others without its sentence
defineEntity({ ...valid, fields: kit, exclusive: [{ one: 'courseId', from: 'start', to: 'end' }] })
// @ts-expect-error -- unknown field that rows are open by
defineEntity({ ...valid, fields: kit, openWhile: [{ field: 'clsoed', is: 1, otherwise: '已关闭' }] })
// @ts-expect-error -- unknown panel above a list
defineEntity({ ...valid, fields, list: { columns: ['code'], panel: 'sessionAlocation' } })
// @ts-expect-error -- unknown panel of an action
defineEntity({ ...valid, fields, rowActions: { seats: { label: '座位', does: 'panel', panel: 'seatMpa' } } })
// @ts-expect-error -- unknown panel of a child
defineEntity({ ...valid, fields, children: [{ entity: 'seat', by: 'courseId', shown: 'expand', label: '座位', panel: 'sessionSaets' }] })
// @ts-expect-error -- another name is one word
defineEntity({ ...valid, fields: { code: { type: 'text', label: '编号', also: ['number'] } } })
// @ts-expect-error -- additional rows of a sheet must be of an existing entity
defineEntity({ ...valid, fields, import: { columns: ['code'], matchOn: ['code'], rows: { entity: 'saet', by: 'code', columns: ['x'] } } })
