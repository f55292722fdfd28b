import { workbenchCalls } from './workbench-calls.ts'
import { CANCELLED, helpStates, SOLVED } from './help-states.ts'

const result = { id: { type: 'text', label: '考察结果', required: '请选择一条记录！' } } as const

/** The calls of a result: what students do with theirs, single corrections, and how the workbench marks. */
export const inspectionResultCalls = {
  helpList: { title: '求助列表', verbs: ['GET'], permission: 'view', does: 'call' },
  submit: {
    title: '学生提交',
    verbs: ['POST'],
    params: {
      ...result,
      filePaths: { type: 'files', accept: 'image', count: 9, label: '提交照片', message: '请上传图片', required: '请上传图片' },
    },
    success: '提交成功',
    does: 'call',
  },
  help: {
    title: '学生求助',
    verbs: ['POST'],
    params: { ...result, content: { type: 'text', label: '求助内容', max: 200 } },
    permission: 'submit',
    success: '求助成功，请等待老师！',
    does: 'call',
  },
  cancelHelp: {
    title: '取消求助',
    verbs: ['POST'],
    params: result,
    permission: 'submit',
    success: '已取消求助！',
    does: 'call',
  },
  mySessions: { title: '我的场次', verbs: ['GET'], permission: 'submit', does: 'call' },
  updateTjh: {
    title: '修改套件号',
    verbs: ['GET', 'POST', 'PUT'],
    params: {
      inspectionResultId: { type: 'text', label: '考察结果', required: '请选择一条记录！' },
      tjh: { type: 'text', label: '套件号', required: '请输入套件号!', max: 64 },
    },
    permission: 'edit',
    success: '修改成功！',
    failure: '修改失败！',
    does: 'call',
  },
  updateInspectionResultSubmitStatus: {
    title: '处理求助',
    verbs: ['GET', 'POST', 'PUT'],
    params: {
      inspectionResultId: { type: 'text', label: '考察结果', required: '请选择一条记录！' },
      submitStatus: {
        type: 'select',
        label: '状态',
        options: { [SOLVED]: helpStates[SOLVED], [CANCELLED]: helpStates[CANCELLED] },
        required: '请选择状态！',
      },
    },
    permission: 'edit',
    success: '提交成功',
    does: 'call',
  },
  ...workbenchCalls,
} as const
