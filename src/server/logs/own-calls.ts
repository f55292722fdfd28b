const passkey = '/api/sys/passkey'
const twoStep = '/api/sys/twoStep'
const user = '/api/sys/user'
const third = ['/api/sys/thirdLogin', '/api/sys/third'].flatMap((base): [string, string][] => [
  [`${base}/bind`, '绑定第三方账号'],
  [`${base}/unbind`, '解绑第三方账号'],
])

/** What people do with the calls that belong to no entity, in words, by the calls' addresses. */
export const ownCalls: ReadonlyMap<string, string> = new Map([
  ['/api/sys/logout', '退出登录'],
  ['/api/sys/selectRole', '选择角色'],
  ['/api/sys/selectDepart', '选择部门'],
  [`${passkey}/addOptions`, '准备添加通行密钥'],
  [`${passkey}/add`, '添加通行密钥'],
  [`${passkey}/edit`, '重命名通行密钥'],
  [`${passkey}/delete`, '删除通行密钥'],
  [`${twoStep}/enrol`, '准备开启两步验证'],
  [`${twoStep}/confirm`, '开启两步验证'],
  [`${twoStep}/recoveryCodes`, '重新生成恢复码'],
  [`${twoStep}/disable`, '关闭两步验证'],
  [`${user}/updatePassword`, '修改密码'],
  [`${user}/changeEmail`, '修改邮箱'],
  [`${user}/changePhone`, '修改手机号'],
  [`${user}/sendChangePhoneSms`, '发送修改手机号的验证码'],
  [`${user}/settings`, '修改个人偏好'],
  [`${user}/login/setting/userEdit`, '修改个人资料'],
  ...third,
])
