import { chosenSessions, allocationNumbers, which, who } from './allocation-params.ts'
import { experimentParam } from './place-params.ts'

/** The calls of a session: who is allocated and how, and its seats. */
export const sessionCalls = {
  queryExperiGroupAll: {
    title: '实验的场次',
    verbs: ['GET'],
    params: experimentParam,
    permission: 'view',
    does: 'lookup',
    returns: ['id', 'groupName', 'groupTime'],
  },
  getExperiAllPersonCount: { title: '待分配的学生人数', verbs: ['GET'], params: who, permission: 'view', does: 'call' },
  planGroup: {
    title: '预览场次方案',
    verbs: ['POST'],
    params: {
      ...who,
      ...allocationNumbers,
      sessions: { type: 'json', label: '方案', shape: 'array' },
      brief: { type: 'switch', label: '只答冲突和设备' },
    },
    permission: 'distributionGroup',
    does: 'call',
  },
  distributionGroup: {
    title: '分配场次',
    verbs: ['GET', 'POST'],
    params: { semester: { type: 'text', label: '学期' }, ...who, ...allocationNumbers },
    success: '分配成功！',
    does: 'call',
  },
  commitGroup: {
    title: '确认场次方案',
    verbs: ['POST'],
    params: { ...who, ...allocationNumbers, sessions: { type: 'json', label: '方案', shape: 'array' } },
    permission: 'distributionGroup',
    success: '分配成功！',
    does: 'call',
  },
  initSeatFacility: {
    title: '初始化座位',
    verbs: ['GET', 'POST'],
    params: { id: { type: 'text', label: '场次', required: '请选择一条记录！' } },
    success: '初始化成功！',
    does: 'call',
  },
  planSeats: {
    title: '预览初始化座位',
    verbs: ['POST'],
    params: chosenSessions,
    permission: 'initSeatFacility',
    does: 'call',
  },
  initSeatsAll: {
    title: '批量初始化座位',
    verbs: ['POST'],
    params: { ...chosenSessions, partly: { type: 'switch', label: '跳过不能初始化的场次' } },
    permission: 'initSeatFacility',
    does: 'call',
  },
  groupSeatList: { title: '场次的座位', verbs: ['GET'], params: which, permission: 'view', does: 'call' },
  haveInspectionResult: {
    title: '是否已有考察结果',
    verbs: ['GET'],
    params: { experiId: { type: 'text', label: '实验' }, ...which },
    permission: 'view',
    does: 'call',
  },
} as const
