import { defineEntity } from '../../engine/schema/index.ts'

/** A term of the university; at most one is the current one. */
export const semester = defineEntity({
  name: 'semester',
  title: '学期',
  domain: 'teaching',
  table: 'bh_semester',
  endpoints: { base: '/inspect/bhSemester' },
  label: 'semesterName',
  remember: true,
  fields: {
    semesterName: {
      type: 'text',
      label: '学期名称',
      required: '请输入学期名称!',
      unique: '学期名称已存在!',
      max: 32,
      help: '如 2026-2027-1',
    },
    beginDate: { type: 'date', label: '开始日期', required: '请选择开始日期!' },
    endDate: {
      type: 'date',
      label: '结束日期',
      required: '请选择结束日期!',
      notBefore: { field: 'beginDate', message: '结束日期不能早于开始日期' },
    },
    isCurrent: { type: 'switch', label: '当前学期', on: '是', off: '否', default: 0 },
  },
  list: {
    title: '学期管理',
    columns: ['semesterName', 'beginDate', 'endDate', 'isCurrent'],
    filters: [{ field: 'semesterName', match: 'contains' }],
    sort: { by: 'semesterName', order: 'desc' },
  },
  form: { opensIn: 'modal', width: 800, groups: { '': ['semesterName', 'beginDate', 'endDate', 'isCurrent'] } },
  import: { columns: ['semesterName', 'beginDate', 'endDate', 'isCurrent'], matchOn: ['semesterName'] },
  scope: 'none',
  access: { grants: { '1': 'all', '2': ['view', 'add', 'edit'] } },
  menu: { icon: 'calendar', order: 5, group: 'preparation' },
})
