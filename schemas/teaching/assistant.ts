import { defineEntity } from '../../engine/schema/index.ts'
import { accountFields, newPassword } from '../identity/account-fields.ts'
import { pagingParams } from '../paging-params.ts'
import { staffFields } from './course-staff.ts'
import { courseParam } from './place-params.ts'

const { realname, phone, avatar, birthday, sex, email } = accountFields
const personal = { avatar, birthday, sex, email, phone } as const
const idNumber = { ...accountFields.idNumber, required: '请输入身份证号!' } as const

/**
 * Who assists in which course. The table also holds a course's additional teachers (`courseTeacher`); deleting a row removes the
 * person from the course and keeps the account.
 */
export const assistant = defineEntity({
  name: 'assistant',
  title: '助教',
  domain: 'teaching',
  table: 'bh_course_teacher',
  where: { kind: 'assistant' },
  endpoints: { base: '/jw/tea', disable: ['add', 'edit'] },
  label: 'userId',
  fields: {
    courseId: { ...staffFields.courseId, dependsOn: { semester: 'semester' } },
    semester: { type: 'via', by: 'courseId', field: 'semester', label: '学期' },
    userId: staffFields.userId,
    kind: { ...staffFields.kind, default: 'assistant' },
    username: staffFields.username,
    realname: staffFields.realname,
    idNumber: { type: 'via', by: 'userId', field: 'idNumber', label: '身份证号' },
    avatar: { type: 'via', by: 'userId', field: 'avatar', label: '头像' },
    birthday: { type: 'via', by: 'userId', field: 'birthday', label: '生日' },
    sex: { type: 'via', by: 'userId', field: 'sex', label: '性别' },
    email: { type: 'via', by: 'userId', field: 'email', label: '邮箱' },
    phone: { type: 'via', by: 'userId', field: 'phone', label: '手机号码' },
  },
  list: {
    title: '助教管理',
    columns: ['username', 'realname', 'phone', 'courseId', 'semester'],
    filters: ['semester', 'courseId', { field: 'username', match: 'contains' }, { field: 'realname', match: 'contains' }],
    sort: { by: 'createTime', order: 'desc' },
    needs: 'courseId',
  },
  rowActions: {
    edit: {
      label: '编辑',
      does: 'call',
      call: 'editAssistant',
      ask: ['realname', 'idNumber', 'avatar', 'birthday', 'sex', 'email', 'phone'],
    },
    changePassword: { label: '密码', does: 'call', call: 'changePassword', ask: ['username'] },
    delete: { label: '移除', does: 'delete', confirm: '确定移除吗?' },
  },
  tools: {
    addAssistant: {
      label: '新增助教',
      does: 'call',
      call: 'addAssistant',
      with: { courseId: 'courseId' },
    },
    addCourseTea: {
      label: '添加已有用户',
      does: 'pick',
      entity: 'user',
      list: 'candidates',
      through: 'listTea',
      call: 'addCourseTea',
      multiple: true,
      with: { courseId: 'courseId' },
      narrow: { courseId: 'courseId' },
    },
  },
  calls: {
    listTea: {
      title: '可添加的用户',
      verbs: ['GET'],
      params: {
        courseId: { type: 'reference', to: 'course', show: 'courseTitle', label: '课程' },
        username: { type: 'text', label: '用户账号' },
        realname: { type: 'text', label: '姓名' },
        ...pagingParams,
      },
      permission: 'addCourseTea',
      does: 'call',
    },
    addCourseTea: {
      title: '添加助教',
      verbs: ['GET', 'POST'],
      params: {
        ids: { type: 'text', label: '用户', required: '请选择一条记录！' },
        ...courseParam,
      },
      success: '添加成功！',
      does: 'call',
    },
    addAssistant: {
      title: '新增助教',
      verbs: ['POST'],
      params: {
        ...courseParam,
        username: accountFields.username,
        ...newPassword,
        realname,
        idNumber,
        ...personal,
      },
      permission: 'addCourseTea',
      opensIn: 'drawer',
      success: '添加成功！',
      does: 'call',
    },
    editAssistant: {
      title: '编辑助教',
      verbs: ['PUT', 'POST'],
      params: {
        id: { type: 'text', label: '助教', required: '请选择一条记录！' },
        realname,
        idNumber: { ...idNumber, pattern: { ...idNumber.pattern, is: 'idNumberOrStarred' } },
        ...personal,
      },
      opensIn: 'drawer',
      success: '修改成功!',
      does: 'call',
    },
    changePassword: {
      title: '重新设定密码',
      verbs: ['PUT', 'POST'],
      params: {
        id: { type: 'text', label: '助教', required: '请选择一条记录！' },
        username: { type: 'text', label: '用户账号', readonly: 'given' },
        ...newPassword,
      },
      success: '密码修改成功!',
      does: 'call',
    },
  },
  import: { within: 'courseId', columns: ['userId'], matchOn: ['courseId', 'userId'] },
  indexes: [['userId']],
  scope: { course: 'courseId' },
  access: { grants: { '1': 'all', '2': 'all' } },
  menu: { icon: 'user-switch', order: 80, group: 'preparation' },
})
