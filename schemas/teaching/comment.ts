import { defineEntity } from '../../engine/schema/index.ts'

/** A ready-made comment for scoring a result; written only by administrators (RULE-025). */
export const comment = defineEntity({
  name: 'comment',
  title: '考察评语',
  domain: 'teaching',
  table: 'bh_inspection_comment',
  endpoints: { base: '/inspect/bhInspectionComment' },
  label: 'comment',
  fields: {
    comment: {
      type: 'text',
      label: '评语',
      required: '请输入评语!',
      max: 500,
      unique: { message: '该类型下评语已存在!', within: ['commentType'] },
    },
    commentLeve: {
      type: 'number',
      label: '评语层级',
      required: '请输入评语层级!',
      min: { is: 1, message: '评语层级不能小于 1!' },
    },
    commentType: { type: 'dictionary', code: 'inspect_type', label: '评语类型', required: '请选择评语类型!' },
  },
  list: {
    title: '考察评语管理',
    columns: [{ field: 'comment', ellipsis: 25 }, 'commentLeve', 'commentType'],
    filters: [{ field: 'comment', match: 'contains' }, 'commentType'],
    sort: { by: 'commentType', order: 'asc' },
  },
  form: { opensIn: 'modal', width: 800, groups: { '': ['comment', 'commentLeve', 'commentType'] } },
  calls: {
    queryInspectionCommentAll: {
      title: '某类型的评语',
      verbs: ['GET'],
      params: { commentType: { type: 'dictionary', code: 'inspect_type', label: '评语类型' } },
      permission: 'view',
      does: 'lookup',
      returns: ['id', 'comment'],
    },
  },
  import: { columns: ['comment', 'commentLeve', 'commentType'], matchOn: ['commentType', 'comment'] },
  scope: 'none',
  access: { grants: { '1': 'all', '2': 'read', '3': 'read' } },
  menu: { icon: 'message', order: 70, group: 'preparation' },
})
