import './names.ts'

/** Every entity, each in a chunk of its own: the browser loads those it opens, the server all of them. */
export const entities = {
  semester: () => import('./teaching/semester.ts').then((file) => file.semester),
  course: () => import('./teaching/course.ts').then((file) => file.course),
  experiment: () => import('./teaching/experiment.ts').then((file) => file.experiment),
  experimentAddress: () => import('./teaching/experiment-address.ts').then((file) => file.experimentAddress),
  equipment: () => import('./teaching/equipment.ts').then((file) => file.equipment),
  class: () => import('./teaching/class.ts').then((file) => file.classEntity),
  classStudent: () => import('./teaching/class-student.ts').then((file) => file.classStudent),
  session: () => import('./teaching/session.ts').then((file) => file.session),
  sessionMember: () => import('./teaching/session-member.ts').then((file) => file.sessionMember),
  sessionDevice: () => import('./teaching/session-device.ts').then((file) => file.sessionDevice),
  seat: () => import('./teaching/seat.ts').then((file) => file.seat),
  inspectionItem: () => import('./teaching/inspection-item.ts').then((file) => file.inspectionItem),
  inspectionResult: () => import('./teaching/inspection-result.ts').then((file) => file.inspectionResult),
  helpRequest: () => import('./teaching/help-request.ts').then((file) => file.helpRequest),
  comment: () => import('./teaching/comment.ts').then((file) => file.comment),
  courseTeacher: () => import('./teaching/course-teacher.ts').then((file) => file.courseTeacher),
  assistant: () => import('./teaching/assistant.ts').then((file) => file.assistant),
  department: () => import('./identity/department.ts').then((file) => file.department),
  departmentUser: () => import('./identity/department-user.ts').then((file) => file.departmentUser),
  category: () => import('./identity/category.ts').then((file) => file.category),
  contact: () => import('./identity/contact.ts').then((file) => file.contact),
  user: () => import('./identity/user.ts').then((file) => file.user),
  student: () => import('./identity/student.ts').then((file) => file.student),
  departRole: () => import('./identity/depart-role.ts').then((file) => file.departRole),
  role: () => import('./identity/role.ts').then((file) => file.role),
  permissionRule: () => import('./identity/permission-rule.ts').then((file) => file.permissionRule),
  permission: () => import('./identity/permission.ts').then((file) => file.permission),
  dictionary: () => import('./identity/dictionary.ts').then((file) => file.dictionary),
  dictionaryItem: () => import('./identity/dictionary-item.ts').then((file) => file.dictionaryItem),
  position: () => import('./identity/position.ts').then((file) => file.position),
  userAgent: () => import('./identity/user-agent.ts').then((file) => file.userAgent),
  viewing: () => import('./identity/viewing.ts').then((file) => file.viewing),
  announcement: () => import('./platform/announcement.ts').then((file) => file.announcement),
  fillRule: () => import('./platform/fill-rule.ts').then((file) => file.fillRule),
  checkRule: () => import('./platform/check-rule.ts').then((file) => file.checkRule),
  scheduledJob: () => import('./platform/scheduled-job.ts').then((file) => file.scheduledJob),
  jobRun: () => import('./platform/job-run.ts').then((file) => file.jobRun),
  log: () => import('./platform/log.ts').then((file) => file.log),
  dataLog: () => import('./platform/data-log.ts').then((file) => file.dataLog),
  receivedAnnouncement: () => import('./platform/received-announcement.ts').then((file) => file.receivedAnnouncement),
  message: () => import('./platform/message.ts').then((file) => file.message),
  messageTemplate: () => import('./platform/message-template.ts').then((file) => file.messageTemplate),
  storedFile: () => import('./platform/stored-file.ts').then((file) => file.storedFile),
  gatewayRoute: () => import('./platform/gateway-route.ts').then((file) => file.gatewayRoute),
  dataSource: () => import('./platform/data-source.ts').then((file) => file.dataSource),
  onlineUser: () => import('./identity/online-user.ts').then((file) => file.onlineUser),
}

type Entities = { readonly [K in keyof typeof entities]: Awaited<ReturnType<(typeof entities)[K]>> }
declare module '../engine/registry.ts' {
  interface AppRegistry {
    entities: Entities
  }
}
