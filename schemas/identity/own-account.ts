import type { Fields } from '../../engine/schema/index.ts'
import { accountFields } from './account-fields.ts'

/** What people change of their own account without further proof. Names and numbers are kept by administrators. */
export const ownBasics = {
  avatar: accountFields.avatar,
  sex: accountFields.sex,
  birthday: accountFields.birthday,
} as const satisfies Fields

const password = { type: 'secret', label: '登录密码', required: '请输入登录密码!' } as const satisfies Fields[string]

/** Another phone for one's own account: its code proves it, and the password proves its owner. */
export const changePhone = {
  phone: { type: 'phone', label: '新手机号', required: '请输入手机号码!', message: '您的手机号码格式不正确!' },
  smscode: { type: 'text', label: '验证码', required: '请输入验证码!' },
  password,
} as const satisfies Fields

/** Another mail address for one's own account. */
export const changeEmail = {
  email: { ...accountFields.email, label: '新邮箱', required: '请输入邮箱!' },
  password,
} as const satisfies Fields

/** What people set for themselves; kept on the server, so that it follows them to another browser. */
export const userSettings = {
  themeMode: { type: 'select', label: '界面风格', options: { light: '浅色', dark: '深色', system: '跟随系统' } },
  themePrimary: {
    type: 'select',
    label: '主题色',
    options: { blue: '海蓝', cyan: '青碧', green: '松绿', purple: '紫藤', red: '朱红', orange: '赭橙' },
  },
  themeCompact: { type: 'switch', label: '紧凑模式' },
  homeStyle: { type: 'select', label: '首页样式', options: { 1: '统计图表', 2: '统计图表2', 3: '任务表格' } },
  helpSound: { type: 'switch', label: '求助提示音', help: '考察结果管理打开时，学生求助会响一声' },
  helpCount: { type: 'switch', label: '标题显示求助数', help: '考察结果管理打开时，浏览器标题前显示等待处理的求助数' },
} as const satisfies Fields
