import type { Fields } from '../../engine/schema/index.ts'

/** A password and its confirmation, for every form that sets one. */
export const newPassword = {
  password: {
    type: 'secret',
    label: '登录密码',
    required: '请输入登录密码!',
    pattern: { is: 'password', message: '密码由8位数字、大小写字母和特殊符号组成!' },
  },
  confirmpassword: {
    type: 'secret',
    label: '确认密码',
    required: '请重新输入登录密码!',
    sameAs: { field: 'password', message: '两次输入的密码不一样！' },
  },
} as const satisfies Fields

/** Fields that every account has, whichever screen shows it; one table holds them all. */
export const accountFields = {
  username: {
    type: 'text',
    label: '用户账号',
    required: '请输入用户账号!',
    unique: '用户名已存在!',
    readonly: 'edit',
    max: 64,
    lowerCase: true,
    pattern: { is: 'account', message: '用户账号只能由文字、数字和 . _ @ - 组成!' },
  },
  password: { ...newPassword.password, requiredOn: 'add', readonly: 'edit' },
  confirmpassword: { ...newPassword.confirmpassword, requiredOn: 'add', readonly: 'edit', transient: true },
  realname: { type: 'text', label: '姓名', formerLabels: ['用户名称'], required: '请输入用户名称!', max: 50, personal: true, index: true },
  studyNumber: { type: 'text', label: '学号', unique: '学号已存在!', max: 32 },
  idNumber: {
    type: 'text',
    label: '身份证号',
    mask: 'middle',
    max: 18,
    pattern: { is: 'idNumber', message: '您的身份证号码格式不正确!' },
  },
  selectedroles: {
    type: 'multiReference',
    to: 'role',
    show: 'roleName',
    label: '角色',
    through: { table: 'sys_user_role', own: 'user_id', other: 'role_id' },
    text: 'roleNameTxt',
  },
  selecteddeparts: {
    type: 'multiReference',
    to: 'department',
    show: 'departName',
    label: '部门',
    through: { table: 'sys_user_depart', own: 'user_id', other: 'dep_id' },
    text: 'orgCodeTxt',
    chooseIn: { shows: 'tree' },
  },
  avatar: { type: 'files', label: '头像', accept: 'image', count: 1, message: '请上传图片' },
  birthday: { type: 'date', label: '生日' },
  sex: { type: 'dictionary', code: 'sex', label: '性别' },
  email: { type: 'email', label: '邮箱', message: '请输入正确格式的邮箱!', unique: '邮箱已存在!' },
  phone: { type: 'phone', label: '手机号码', message: '请输入正确格式的手机号码!', unique: '手机号已存在!' },
  status: {
    type: 'select',
    label: '状态',
    readonly: true,
    default: 1,
    options: { '1': '正常', '2': '冻结' },
    colours: { '1': 'green', '2': 'red' },
  },
} as const satisfies Fields

/** Fields of people who work here; students have none of them. */
export const memberFields = {
  workNo: { type: 'text', label: '工号', unique: '工号已存在!', max: 64 },
  departRoles: {
    type: 'multiReference',
    to: 'departRole',
    show: 'roleName',
    label: '部门角色',
    readonly: true,
    through: { table: 'sys_depart_role_user', own: 'user_id', other: 'drole_id' },
  },
} as const satisfies Fields

/** Sets the password of the account with this user name. */
export const changePassword = {
  title: '重新设定密码',
  verbs: ['PUT', 'POST'],
  params: { username: { type: 'text', label: '用户账号', required: '请输入用户账号!', readonly: 'given' }, ...newPassword },
  success: '密码修改成功!',
  does: 'call',
} as const
