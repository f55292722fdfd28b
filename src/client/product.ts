/** What the product calls itself wherever it shows its name. */
export const product = { name: '实验课程考察管理系统', short: '实验课程考察', motto: '课程、设备、班级与现场检查，一处管理' }
/** Where a login leads when nothing else was asked for. */
export const home = '/dashboard/analysis'
export const loginPath = '/user/login'
