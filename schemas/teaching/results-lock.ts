/** Set when results of an experiment or an item are created; from then on it is locked. */
export const haveInspectionResult = {
  type: 'select',
  label: '考察结果',
  readonly: true,
  default: 0,
  options: { '0': '否', '1': '是' },
  colours: { '0': 'default', '1': 'green' },
} as const

/** Why a session with results, its students and its devices cannot change. */
export const sessionIsLocked = '该场次已有考察结果，不能修改！'
