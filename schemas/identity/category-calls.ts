import type { CallSpec, Fields } from '../../engine/schema/index.ts'

const reads = { verbs: ['GET'], permission: 'view', does: 'call' } as const
const pid = { type: 'text', label: '父级节点' } as const satisfies Fields[string]
const pcode = { type: 'text', label: '上级编码' } as const satisfies Fields[string]

/** The calls by which other front ends read types: levels, trees, names by their ids. */
export const categoryCalls = {
  rootList: { title: '最上级分类', params: { pid }, ...reads },
  childList: { title: '下级分类', params: { pid }, ...reads },
  getChildListBatch: { title: '多个分类的下级', params: { parentIds: { type: 'longText', label: '父级节点' } }, ...reads },
  loadTreeRoot: { title: '分类树', params: { async: { type: 'text', label: '逐级' }, pcode }, ...reads },
  loadTreeChildren: { title: '分类的下级节点', params: { pid }, ...reads },
  loadTreeData: {
    title: '分类的下级节点，按条件',
    params: { pid, pcode, condition: { type: 'longText', label: '条件' } },
    ...reads,
  },
  loadOne: {
    title: '按字段查询分类',
    params: { field: { type: 'text', label: '字段', required: '请选择字段!' }, val: { type: 'text', label: '值', required: '请输入值!' } },
    ...reads,
  },
  loadDictItem: {
    title: '分类名称',
    params: { ids: { type: 'longText', label: '分类' }, delNotExist: { type: 'text', label: '忽略不存在的分类' } },
    ...reads,
  },
  loadAllData: { title: '某编码以下的分类', params: { code: pcode }, ...reads },
  checkCode: {
    title: '检查分类编码',
    verbs: ['GET', 'POST', 'PUT'],
    params: { pid, code: { type: 'text', label: '分类编码' } },
    permission: 'view',
    does: 'call',
  },
} as const satisfies Readonly<Record<string, CallSpec>>
