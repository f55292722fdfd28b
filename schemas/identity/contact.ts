import { defineEntity } from '../../engine/schema/index.ts'
import { accountFields, memberFields } from './account-fields.ts'

const { realname, avatar, email, phone, selecteddeparts, status } = accountFields

/** The address book: how to reach the people of a department and of what is below it. */
export const contact = defineEntity({
  name: 'contact',
  title: '联系人',
  domain: 'identity',
  table: 'sys_user',
  of: 'user',
  where: { status: 1 },
  endpoints: { base: '/sys/addressBook', disable: ['add', 'edit', 'delete', 'deleteBatch', 'importExcel', 'exportXls'] },
  label: 'realname',
  fields: {
    realname,
    workNo: memberFields.workNo,
    departId: { ...selecteddeparts, readonly: true, text: 'departName' },
    post: { type: 'multiReference', to: 'position', key: 'code', show: 'name', label: '职务', readonly: true },
    phone,
    email,
    avatar,
    status,
  },
  list: {
    title: '通讯录',
    columns: [{ field: 'avatar', width: 80 }, 'realname', 'workNo', { field: 'departId', ellipsis: 20 }, 'post', 'phone', 'email'],
    filters: [
      { field: 'realname', match: 'contains' },
      { field: 'workNo', match: 'contains' },
    ],
    sort: { by: 'createTime', order: 'desc' },
    params: ['orgCode'],
  },
  calls: {
    queryByOrgCodeForAddressList: {
      title: '通讯录',
      verbs: ['GET'],
      path: '/sys/user/queryByOrgCodeForAddressList',
      params: {
        orgCode: { type: 'text', label: '机构编码' },
        realname: { type: 'text', label: '姓名' },
        workNo: { type: 'text', label: '工号' },
      },
      permission: 'view',
      does: 'call',
    },
  },
  scope: 'none',
  access: { grants: { '1': 'read', '2': 'read' } },
})
