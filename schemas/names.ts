import { roleCodes } from './identity/role-codes.ts'

/** Every name that schemas may use: the compiler reads the types; the check at start and the JSON Schema read the lists. */
export const names = {
  entity: [
    'semester',
    'course',
    'experiment',
    'experimentAddress',
    'equipment',
    'class',
    'classStudent',
    'session',
    'sessionMember',
    'sessionDevice',
    'seat',
    'inspectionItem',
    'inspectionResult',
    'helpRequest',
    'comment',
    'assistant',
    'courseTeacher',
    'department',
    'departmentUser',
    'category',
    'contact',
    'user',
    'student',
    'role',
    'departRole',
    'permissionRule',
    'permission',
    'dictionary',
    'dictionaryItem',
    'position',
    'userAgent',
    'onlineUser',
    'viewing',
    'announcement',
    'fillRule',
    'checkRule',
    'scheduledJob',
    'jobRun',
    'log',
    'dataLog',
    'receivedAnnouncement',
    'message',
    'messageTemplate',
    'storedFile',
    'gatewayRoute',
    'dataSource',
  ],
  domain: ['teaching', 'identity', 'platform'],
  menuGroup: ['preparation', 'lesson', 'marks', 'messages', 'performance'],
  screen: [
    'dashboard',
    'account',
    'inspectionWorkbench',
    'permissionQuery',
    'serverMonitor',
    'runtimeMonitor',
    'loginMonitor',
    'traceMonitor',
    'cacheMonitor',
    'diskMonitor',
  ],
  panel: [
    'sessionAllocation',
    'sessionSeats',
    'seatMap',
    'seatSetup',
    'batchSeatSetup',
    'rolePermissions',
    'departPermissions',
    'departRolePermissions',
    'assignDepartRoles',
    'permissionsOf',
    'dataLogCompare',
    'dataVersions',
    'announcementDetail',
    'filePreview',
  ],
  dictionary: [
    'student_type',
    'inspect_type',
    'sex',
    'user_status',
    'org_category',
    'global_perms_type',
    'dict_item_status',
    'depart_status',
    'position_rank',
    'valid_status',
    'rule_conditions',
    'msg_category',
    'priority',
    'operate_type',
    'msgType',
    'messageType',
    'msgSendStatus',
    'database_type',
  ],
  scope: ['course', 'taught', 'student', 'managed', 'managedDepartment', 'live', 'received', 'logged'],
  topic: ['course', 'user'],
  derive: ['courseStatus', 'groupTime', 'groupSeatNum'],
  role: [roleCodes.administrator, roleCodes.teacher, roleCodes.assistant, roleCodes.student],
} as const

type Names = typeof names
declare module '../engine/names.ts' {
  interface AppNames {
    entity: Names['entity'][number]
    domain: Names['domain'][number]
    menuGroup: Names['menuGroup'][number]
    screen: Names['screen'][number]
    panel: Names['panel'][number]
    dictionary: Names['dictionary'][number]
    scope: Names['scope'][number]
    topic: Names['topic'][number]
    derive: Names['derive'][number]
    role: Names['role'][number]
  }
}
