/** The name of the product, wherever it is shown. */
export const product = { name: '实验课程考察管理系统', short: '实验课程考察', motto: '课程、设备、班级与现场检查，一处管理' }
/** The page after a login, if no other was asked for. */
export const home = '/dashboard/analysis'
export const loginPath = '/user/login'
