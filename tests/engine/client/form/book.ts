import { defineEntity } from '../../../../engine/schema/index.ts'

/** An entity with one of each thing that a form must handle. */
export const book = defineEntity({
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
/** Its row as the server answers it. */
export const storedBook = {
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
