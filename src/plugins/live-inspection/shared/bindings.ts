/** Where the cursor is: on the list, in the score (which takes no letters), in a text, or somewhere with keys of its own. */
export type FocusPlace = 'list' | 'score' | 'text' | 'elsewhere'

export type Command =
  | 'next'
  | 'down'
  | 'up'
  | 'edit'
  | 'digit'
  | 'save'
  | 'saveAndNext'
  | 'cancel'
  | 'comments'
  | 'note'
  | 'photos'
  | 'previousPhoto'
  | 'nextPhoto'
  | 'zoomIn'
  | 'zoomOut'
  | 'fit'
  | 'rotate'
  | 'compare'
  | 'otherSide'
  | 'accept'
  | 'take'
  | 'solve'
  | 'giveBack'
  | 'undo'
  | 'history'
  | 'order'
  | 'seats'
  | 'mute'
  | 'shortcuts'
  | 'tab1'
  | 'tab2'
  | 'tab3'
  | 'tab4'

interface Binding {
  readonly keys: readonly string[]
  readonly places: readonly FocusPlace[]
  readonly command: Command
  readonly says: string
  readonly group: '评分' | '照片' | '求助' | '页面'
}

const letters: readonly FocusPlace[] = ['list', 'score']
const typing: readonly FocusPlace[] = ['score', 'text']
const anywhere: readonly FocusPlace[] = ['list', 'score', 'text']

/** Every key of the workbench; `?` shows this very list. */
export const bindings: readonly Binding[] = [
  { keys: ['n'], places: letters, command: 'next', says: '下一个未评（跳过同事正在评的）', group: '评分' },
  { keys: ['ArrowDown', 'j'], places: ['list'], command: 'down', says: '下一行', group: '评分' },
  { keys: ['ArrowUp', 'k'], places: ['list'], command: 'up', says: '上一行', group: '评分' },
  { keys: ['Enter', 'e'], places: ['list'], command: 'edit', says: '编辑选中行', group: '评分' },
  { keys: Array.from('0123456789'), places: ['list'], command: 'digit', says: '直接输入分数', group: '评分' },
  { keys: ['Enter'], places: typing, command: 'save', says: '保存', group: '评分' },
  { keys: ['Ctrl+Enter'], places: typing, command: 'saveAndNext', says: '保存并打开下一个', group: '评分' },
  { keys: ['Escape'], places: anywhere, command: 'cancel', says: '取消编辑', group: '评分' },
  { keys: ['c', 'Alt+c'], places: letters, command: 'comments', says: '评语库', group: '评分' },
  { keys: ['Alt+c'], places: ['text'], command: 'comments', says: '评语库', group: '评分' },
  { keys: ['b'], places: letters, command: 'note', says: '写备注', group: '评分' },
  { keys: ['a'], places: letters, command: 'accept', says: '接受新提交，保留我的草稿', group: '评分' },
  { keys: ['u'], places: ['list'], command: 'undo', says: '撤销我的上一次评分（评分记录）', group: '评分' },
  { keys: ['h'], places: letters, command: 'history', says: '评分历史', group: '评分' },
  { keys: ['o'], places: letters, command: 'order', says: '按考察项 / 按学生评分', group: '评分' },
  { keys: ['v', ' '], places: letters, command: 'photos', says: '打开或关闭照片', group: '照片' },
  { keys: ['ArrowLeft'], places: letters, command: 'previousPhoto', says: '上一张', group: '照片' },
  { keys: ['ArrowRight'], places: letters, command: 'nextPhoto', says: '下一张', group: '照片' },
  { keys: ['+', '='], places: letters, command: 'zoomIn', says: '放大', group: '照片' },
  { keys: ['-'], places: letters, command: 'zoomOut', says: '缩小', group: '照片' },
  { keys: ['z'], places: letters, command: 'fit', says: '原始大小 / 适合窗口', group: '照片' },
  { keys: ['r'], places: letters, command: 'rotate', says: '旋转', group: '照片' },
  { keys: ['x'], places: letters, command: 'compare', says: '与上次提交对比', group: '照片' },
  { keys: ['w'], places: letters, command: 'otherSide', says: '对比时换到另一侧（旋转、缩放、翻页）', group: '照片' },
  { keys: ['t'], places: ['list'], command: 'take', says: '接受求助', group: '求助' },
  { keys: ['s'], places: ['list'], command: 'solve', says: '解决求助', group: '求助' },
  { keys: ['g'], places: ['list'], command: 'giveBack', says: '退回队列', group: '求助' },
  { keys: ['Alt+1'], places: anywhere, command: 'tab1', says: '提交的实验', group: '页面' },
  { keys: ['Alt+2'], places: anywhere, command: 'tab2', says: '求助请求', group: '页面' },
  { keys: ['Alt+3'], places: anywhere, command: 'tab3', says: '评分记录', group: '页面' },
  { keys: ['Alt+4'], places: anywhere, command: 'tab4', says: '全部结果', group: '页面' },
  { keys: ['m'], places: letters, command: 'seats', says: '座位图', group: '页面' },
  { keys: ['q'], places: letters, command: 'mute', says: '提示音开关', group: '页面' },
  { keys: ['?', '？'], places: letters, command: 'shortcuts', says: '快捷键', group: '页面' },
]

const moving: ReadonlySet<Command> = new Set(['down', 'up', 'digit', 'previousPhoto', 'nextPhoto', 'zoomIn', 'zoomOut'])

/** Does a key repeat while it is held down? Only keys that move; holding a key never saves, takes or undoes. */
export const goesOn = (command: Command): boolean => moving.has(command)

export interface Press {
  readonly key: string
  readonly keyCode?: number
  readonly isComposing?: boolean
  readonly ctrlKey?: boolean
  readonly metaKey?: boolean
  readonly altKey?: boolean
}

/** An input method is active: its keys are not ours. Some browsers report it only by key code 229. */
export const isComposing = (press: Press): boolean => press.isComposing === true || press.keyCode === 229 || press.key === 'Process'

/** The pressed keys, named as in the bindings. */
function nameOf({ key, ctrlKey, metaKey, altKey, keyCode }: Press): string {
  const name = key.length === 1 ? key.toLowerCase() : key
  if (ctrlKey || metaKey) return `Ctrl+${name}`
  // With the Option key, some keyboards write another letter.
  if (altKey) return `Alt+${keyCode !== undefined && keyCode >= 48 && keyCode <= 90 ? String.fromCharCode(keyCode).toLowerCase() : name}`
  return name
}

/** What a key means at the cursor's place; undefined while an input method is composing. */
export function commandOf(press: Press, place: FocusPlace): Command | undefined {
  if (isComposing(press)) return undefined
  const name = nameOf(press)
  return bindings.find(({ keys, places }) => places.includes(place) && keys.includes(name))?.command
}
