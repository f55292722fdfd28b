import { defineEntity, type AnyEntity } from '../../../engine/schema/index.ts'

/** An entity that uses the features of lists, independent of the product’s own entities. */
const described = defineEntity({
  name: 'equipment',
  title: '设备',
  domain: 'teaching',
  endpoints: { base: '/lab/device' },
  label: 'code',
  fields: {
    semester: { type: 'via', by: 'course', field: 'semester', label: '学期' },
    course: {
      type: 'reference',
      to: 'course',
      show: 'courseTitle',
      label: '课程',
      required: '请选择课程!',
      dependsOn: { semester: 'semester' },
    },
    room: { type: 'reference', to: 'experimentAddress', show: 'experiAdress', label: '地址', dependsOn: { course: 'courseId' } },
    code: { type: 'text', label: '编号', required: '请输入编号' },
    state: { type: 'select', label: '状态', options: { 0: '空闲', 1: '使用中', 2: '报废' } },
    bought: { type: 'date', label: '购入日期' },
  },
  list: {
    columns: ['code', 'course', { field: 'state', width: 90 }, 'bought'],
    filters: ['semester', { field: 'course', required: '请选择课程！' }, 'room', 'code', 'state', { field: 'bought', more: true }],
    sort: { by: 'code', order: 'asc' },
    needs: 'course',
  },
  form: { opensIn: 'modal', groups: { '': ['course', 'code', 'state', 'bought'] } },
  rowActions: {
    edit: { label: '编辑', does: 'edit', when: { state: 0 } },
    delete: { label: '删除', does: 'delete', when: { state: 0 }, otherwise: '使用中的设备不能删除' },
    lend: { label: '借出', does: 'call', call: 'lend', when: { state: 0 } },
  },
  states: [
    {
      field: 'state',
      call: 'audit',
      param: 'status',
      transitions: {
        retire: { label: '报废', from: [0, 1], to: 2, ask: 2, confirm: '确定报废吗?', success: '报废成功!', otherwise: '设备已报废' },
      },
    },
  ],
  calls: {
    lend: {
      title: '借出',
      verbs: ['GET', 'POST'],
      does: 'call',
      params: {
        id: { type: 'text', label: '设备' },
        code: { type: 'text', label: '编号' },
        borrower: { type: 'text', label: '借用人', required: '请输入借用人' },
      },
    },
  },
  scope: 'none',
  access: { grants: { '1': 'all' } },
})
/** Those entities as the engine reads them. */
export const device: AnyEntity = described

export const allPermissions: ReadonlySet<string> = new Set(
  ['view', 'add', 'edit', 'delete', 'import', 'export', 'lend', 'audit', 'restore'].map((verb) => `teaching:equipment:${verb}`),
)
