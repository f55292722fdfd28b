import { defineEntity } from '../../engine/schema/index.ts'

/**
 * A laboratory course of one semester, owned by its teacher. Its additional teachers and assistants are rows of `courseTeacher` and
 * `assistant`; rules set owner and organisation.
 */
export const course = defineEntity({
  name: 'course',
  title: '课程',
  domain: 'teaching',
  table: 'bh_course',
  id: 'courseId',
  endpoints: { base: '/inspect/bhCourse' },
  label: 'courseTitle',
  remember: true,
  search: ['courseTitle'],
  fields: {
    courseTitle: { type: 'text', label: '课程名称', required: '请输入课程名称!', max: 100 },
    descAttach: { type: 'files', label: '课程说明附件', accept: 'any', count: 5 },
    picUrl: { type: 'files', label: '课程图片', accept: 'image', count: 1, message: '请上传图片' },
    semester: {
      type: 'reference',
      to: 'semester',
      show: 'semesterName',
      preselect: 'isCurrent',
      label: '学期',
      required: '请选择学期!',
    },
    studentType: { type: 'dictionary', code: 'student_type', label: '学生类型', required: '请选择学生类型!' },
    beginDate: { type: 'date', label: '开始日期' },
    endDate: {
      type: 'date',
      label: '结束日期',
      notBefore: { field: 'beginDate', message: '结束日期不能早于开始日期' },
    },
    departId: { type: 'reference', to: 'department', show: 'departName', label: '所属机构', readonly: true },
    teacherId: { type: 'reference', to: 'user', show: 'realname', label: '授课教师', readonly: true },
    courseStatus: {
      type: 'select',
      label: '课程状态',
      derive: 'courseStatus',
      options: { '0': '未开始', '1': '进行中', '2': '已结束' },
      colours: { '0': 'default', '1': 'green', '2': 'blue' },
    },
    pubshed: {
      type: 'select',
      label: '发布状态',
      readonly: true,
      default: 0,
      options: { '0': '未发布', '1': '已发布', '2': '已撤销' },
      colours: { '0': 'default', '1': 'green', '2': 'orange' },
    },
  },
  list: {
    title: '课程管理',
    columns: [{ field: 'courseTitle', ellipsis: 25 }, 'semester', 'departId', 'teacherId', 'courseStatus', 'studentType', 'pubshed'],
    filters: ['semester', { field: 'courseTitle', match: 'contains' }],
    sort: { by: 'createTime', order: 'desc' },
  },
  form: {
    opensIn: 'modal',
    width: 800,
    groups: { '': ['courseTitle', 'descAttach', 'semester', 'studentType', 'beginDate', 'endDate'] },
  },
  rowActions: {
    handover: { label: '移交', does: 'call', call: 'handover', ask: ['teacherId'] },
  },
  states: [
    {
      field: 'pubshed',
      call: 'audit',
      param: 'status',
      transitions: {
        publish: {
          label: '发布',
          from: [0, 2],
          to: 1,
          ask: 1,
          confirm: '确定发布该课程吗?',
          success: '发布成功！',
          otherwise: '只有未发布或已撤销的课程可以发布！',
        },
        revoke: {
          label: '撤销发布',
          from: [1],
          to: 2,
          ask: 0,
          confirm: '确定撤销发布该课程吗?',
          success: '撤销发布成功！',
          otherwise: '只有已发布的课程可以撤销发布！',
        },
      },
    },
  ],
  children: [{ entity: 'courseTeacher', by: 'courseId', shown: 'drawer', label: '任课教师', width: 800 }],
  calls: {
    queryAllCourseByUser: {
      title: '本人可见的课程',
      verbs: ['GET'],
      params: { semester: { type: 'reference', to: 'semester', show: 'semesterName', label: '学期' } },
      permission: 'view',
      does: 'lookup',
      returns: ['courseId', 'courseTitle'],
    },
    handover: {
      title: '移交课程',
      verbs: ['POST'],
      params: {
        id: { type: 'text', label: '课程', required: '请选择课程!' },
        teacherId: { type: 'reference', to: 'user', show: 'realname', label: '授课教师', required: '请选择授课教师!' },
      },
      success: '移交成功！',
      does: 'call',
    },
  },
  import: {
    columns: ['courseTitle', 'semester', 'studentType', 'beginDate', 'endDate'],
    matchOn: ['semester', 'courseTitle'],
  },
  bin: true,
  scope: { course: 'courseId' },
  access: {
    grants: {
      '1': ['view', 'handover', 'restore', 'purge'],
      '2': ['view', 'add', 'edit', 'delete', 'import', 'export', 'audit', 'restore', 'purge'],
      '3': 'read',
      '4': 'read',
    },
  },
  menu: { icon: 'book', order: 10, group: 'preparation' },
})
