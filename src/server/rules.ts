import { joinCalls, registerRules } from '../../engine/server/index.ts'
import { helpRequestRules, inspectionResultRules } from '../plugins/live-inspection/server.ts'
import {
  deviceCalls,
  experimentCalls,
  inspectionCalls,
  memberCalls,
  seatBatchCalls,
  seatCalls,
  seatSessionCalls,
} from '../plugins/seats/server.ts'
import { sessionAllocation } from '../plugins/session-allocation/server.ts'
import { departRoleRules } from './identity/depart-role.rules.ts'
import { categoryRules } from './identity/category.rules.ts'
import { contactRules } from './identity/contact.rules.ts'
import { departmentRules } from './identity/department.rules.ts'
import { permissionRuleRules } from './identity/permission-rule.rules.ts'
import { departmentUserRules } from './identity/department-user.rules.ts'
import { scheduledJobRules } from './jobs/scheduled-job.rules.ts'
import { storedFileRules } from './files/stored-file.rules.ts'
import { dataSourceRules } from './data-sources/data-source.rules.ts'
import { gatewayRouteRules } from './gateway/gateway-route.rules.ts'
import { dataLogRules } from './logs/data-log.rules.ts'
import { logRules } from './logs/log.rules.ts'
import { onlineUserRules } from './identity/online-user.rules.ts'
import { viewingRules } from './auth/viewing/viewing.rules.ts'
import { permissionRules } from './identity/permission.rules.ts'
import { roleRules } from './identity/role.rules.ts'
import { studentRules } from './identity/student.rules.ts'
import { userAgentRules } from './identity/user-agent.rules.ts'
import { userRules } from './identity/user.rules.ts'
import { messageRules } from './messages/message.rules.ts'
import { messageTemplateRules } from './messages/message-template.rules.ts'
import { announcementRules } from './platform/announcement.rules.ts'
import { checkRuleRules } from './platform/check-rule.rules.ts'
import { fillRuleRules } from './platform/fill-rule.rules.ts'
import { receivedAnnouncementRules } from './platform/received-announcement.rules.ts'
import { dictionaryItemRules, dictionaryRules } from './platform/dictionary.rules.ts'
import { assistantRules } from './teaching/assistant.rules.ts'
import { classStudentRules } from './teaching/class-student.rules.ts'
import { courseTeacherRules } from './teaching/course-teacher.rules.ts'
import { courseRules } from './teaching/course.rules.ts'
import { equipmentRules } from './teaching/equipment.rules.ts'
import { seatRules } from './teaching/seat.rules.ts'
import { semesterRules } from './teaching/semester.rules.ts'
import { sessionDeviceRules } from './teaching/session-device.rules.ts'
import { sessionMemberRules } from './teaching/session-member.rules.ts'
import { sessionRules } from './teaching/session.rules.ts'

/** The server half of each entity that needs one: what its schema cannot state as data. */
export const rules = registerRules({
  semester: semesterRules,
  course: courseRules,
  classStudent: classStudentRules,
  assistant: assistantRules,
  courseTeacher: courseTeacherRules,
  equipment: equipmentRules,
  experiment: { calls: experimentCalls },
  session: { ...sessionRules, calls: joinCalls([sessionAllocation, seatSessionCalls, seatBatchCalls]) },
  sessionMember: { ...sessionMemberRules, calls: memberCalls },
  sessionDevice: { ...sessionDeviceRules, calls: deviceCalls },
  seat: { ...seatRules, calls: seatCalls },
  inspectionResult: inspectionResultRules,
  helpRequest: helpRequestRules,
  inspectionItem: { calls: inspectionCalls },
  department: departmentRules,
  departmentUser: departmentUserRules,
  category: categoryRules,
  contact: contactRules,
  user: userRules,
  userAgent: userAgentRules,
  onlineUser: onlineUserRules,
  viewing: viewingRules,
  student: studentRules,
  role: roleRules,
  departRole: departRoleRules,
  permissionRule: permissionRuleRules,
  permission: permissionRules,
  dictionary: dictionaryRules,
  dictionaryItem: dictionaryItemRules,
  announcement: announcementRules,
  fillRule: fillRuleRules,
  checkRule: checkRuleRules,
  scheduledJob: scheduledJobRules,
  log: logRules,
  dataLog: dataLogRules,
  message: messageRules,
  messageTemplate: messageTemplateRules,
  receivedAnnouncement: receivedAnnouncementRules,
  storedFile: storedFileRules,
  gatewayRoute: gatewayRouteRules,
  dataSource: dataSourceRules,
})
