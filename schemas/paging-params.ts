/** Params of a call that answers a page of a list. */
export const pagingParams = {
  pageNo: { type: 'number', label: '页码' },
  pageSize: { type: 'number', label: '每页条数' },
  column: { type: 'text', label: '排序列' },
  order: { type: 'text', label: '排序方向' },
} as const
