import type { ModalFuncProps } from 'antd'

/** A question to a user who is about to change something. */
export interface Question {
  readonly title: string
  /** The sentence below the title, if the title does not say everything. */
  readonly text?: string
  /** What it is about: the names of the rows, or what would be lost. */
  readonly about?: string
  /** Agreeing cannot be undone: the safe answer has the focus, the other is red. */
  readonly destroys?: boolean
  readonly yes?: string
  readonly no?: string
}

/** A question as props of antd's dialog. Esc is the safe answer. */
export function questionProps({ title, text, about, destroys = false, yes = '确定', no = '取消' }: Question): ModalFuncProps {
  const lines = [text, about].filter((line) => line !== undefined && line !== '')
  return {
    title,
    content: lines.length > 0 ? <div style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{lines.join('\n')}</div> : undefined,
    okText: yes,
    cancelText: no,
    autoFocusButton: destroys ? 'cancel' : 'ok',
    okButtonProps: { danger: destroys },
  }
}

const named = 3

/** `张三、李四、王五等 12 条`: the first names, and how many there are. */
export function namesAndNumber(names: readonly string[], unit = '条'): string {
  const first = names.slice(0, named).join('、')
  return names.length > named ? `${first}等 ${names.length} ${unit}` : `${first}（共 ${names.length} ${unit}）`
}
