import { defineEntity } from '../../engine/schema/index.ts'
import { pagingParams } from '../paging-params.ts'
import { placeParams } from './place-params.ts'
import { bookedSession, bookedTime, sessionParam, whileSessionIsOpen } from './session-booking.ts'

/** A device that a session uses; it is never in two sessions at the same time. */
export const sessionDevice = defineEntity({
  name: 'sessionDevice',
  title: '场次设备',
  domain: 'teaching',
  table: 'bh_experi_group_facility',
  endpoints: { base: '/inspect/bhExperiGroupFacility', disable: ['add', 'edit', 'importExcel'] },
  label: 'facilityId',
  fields: {
    experiGroupId: bookedSession,
    facilityId: {
      type: 'reference',
      to: 'equipment',
      show: 'facilityName',
      label: '设备名称',
      required: '请选择设备!',
      readonly: 'edit',
      unique: { message: '该设备已在该场次中!', within: ['experiGroupId'] },
    },
    facilityNum: { type: 'via', by: 'facilityId', field: 'facilityNum', label: '设备编号' },
    smallGroup: { type: 'number', label: '小组', readonly: true },
    ...bookedTime,
  },
  list: {
    columns: ['facilityNum', 'facilityId', 'smallGroup'],
    filters: ['experiGroupId', 'facilityId', { field: 'facilityNum', match: 'contains' }],
    sort: { by: 'facilityNum', order: 'asc' },
  },
  openWhile: whileSessionIsOpen,
  exclusive: [{ one: 'facilityId', from: 'startTime', to: 'endTime', named: 'experiGroupId', message: '该设备在此时间已被其他场次使用' }],
  rowActions: { delete: { label: '移除', does: 'delete', confirm: '确定移除吗?' } },
  tools: {
    groupAddFacility: {
      label: '添加设备',
      does: 'pick',
      entity: 'equipment',
      list: 'forSession',
      through: 'chooseList',
      call: 'groupAddFacility',
      opensIn: 'drawer',
      multiple: true,
      tooMany: '所选设备数量超过场次设备数！',
      with: { experiGroupId: 'experiGroupId' },
      narrow: { experiGroupId: 'experiGroupId' },
    },
  },
  calls: {
    chooseList: {
      title: '可选的设备',
      verbs: ['GET'],
      path: '/inspect/bhFacility/chooseList',
      params: {
        ...placeParams,
        type: { type: 'text', label: '范围' },
        startTime: { type: 'text', label: '开始时间' },
        facilityName: { type: 'text', label: '设备名称' },
        facilityNum: { type: 'text', label: '设备编号' },
        ...pagingParams,
      },
      permission: 'view',
      does: 'call',
    },
    groupAddFacility: {
      title: '添加设备到场次',
      verbs: ['GET', 'POST'],
      path: '/inspect/bhExperiGroup/groupAddFacility',
      params: {
        ids: { type: 'text', label: '设备', required: '请选择一条记录！' },
        experiId: { type: 'text', label: '实验' },
        ...sessionParam,
      },
      success: '添加成功！',
      does: 'call',
    },
    deleteGroupFacility: {
      title: '从场次移除设备',
      verbs: ['DELETE', 'POST'],
      path: '/inspect/bhFacility/deleteGroupFacility',
      params: {
        ids: { type: 'text', label: '设备', required: '请选择一条记录！' },
        ...sessionParam,
      },
      permission: 'delete',
      success: '移除成功！',
      does: 'call',
    },
  },
  indexes: [['facilityId', 'startTime']],
  scope: { course: 'experiGroupId.courseId' },
  access: { grants: { '1': 'all', '2': 'all', '3': 'read' } },
})
