/** Sentences that the document leaves open; a rule's own sentence always takes precedence. */
export const messages = {
  required: (label: string) => `请输入${label}!`,
  format: (label: string) => `${label}格式不正确`,
  number: (label: string) => `${label}必须是数字`,
  integer: (label: string) => `${label}必须是整数`,
  range: (label: string) => `${label}超出范围`,
  scale: (label: string, digits: number) => `${label}最多${digits}位小数`,
  maxLength: (label: string, count: number) => `${label}最多${count}个字符`,
  minLength: (label: string, count: number) => `${label}至少${count}个字符`,
  option: (label: string, options: readonly string[]) => `${label}只能是：${options.join('、')}`,
  date: (label: string) => `${label}不是有效的日期`,
  dateTime: (label: string) => `${label}不是有效的时间`,
  fileCount: (label: string, count: number) => `${label}最多${count}个文件`,
  fileSize: '文件大小超出10MB限制, 请压缩或降低文件质量!',
  image: '请上传图片',
  json: (label: string) => `${label}不是有效的JSON`,
  unlisted: (label: string) => `${label}不是有效的选项`,
  cron: 'Cron表达式错误',
  cronParts: 'Cron表达式最多7项！',
  cronYear: 'Cron表达式参数[年]错误',
  texts: (label: string) => `${label}必须是由文本组成的列表`,
  pairs: (label: string) => `${label}的每一项都要有键和值`,
  rows: (label: string) => `${label}必须是由多行组成的列表`,
  /** Shown if a referenced row has no text. */
  gone: '已删除',
  /**
   * The label of a choice until its text is loaded. A select reads its labels to screen readers, and reads the id if a label is not a text.
   */
  loading: '加载中…',
}
