export interface KeyHint {
  readonly keys: readonly string[]
  readonly says: string
}
export interface KeyGroup {
  readonly title: string
  readonly hints: readonly KeyHint[]
}

const everywhere: KeyGroup = {
  title: '所有页面',
  hints: [
    { keys: ['Ctrl', 'K'], says: '全局搜索' },
    { keys: ['?'], says: '本页的快捷键' },
    { keys: ['Tab'], says: '到下一个按钮、输入框或链接' },
  ],
}
const list: KeyGroup = {
  title: '列表',
  hints: [
    { keys: ['Enter'], says: '在筛选框里：查询' },
    { keys: ['Enter'], says: '在行的名称上：打开详情' },
    { keys: ['空格'], says: '在行首：勾选或取消' },
    { keys: ['Enter'], says: '在列标题上：排序' },
  ],
}
const form: KeyGroup = {
  title: '表单',
  hints: [
    { keys: ['Ctrl', 'Enter'], says: '保存' },
    { keys: ['Esc'], says: '关闭；改过的先问' },
    { keys: ['↑', '↓'], says: '在下拉框里选择' },
  ],
}
const search: KeyGroup = {
  title: '全局搜索',
  hints: [
    { keys: ['↑', '↓'], says: '选择' },
    { keys: ['Enter'], says: '打开' },
    { keys: ['Esc'], says: '关闭' },
  ],
}

/** The keys of what is on the screen: a list with its forms, a row's own page, or any other. */
export function keysOfPage(screen: string | undefined): readonly KeyGroup[] {
  if (screen?.startsWith('entity:')) return [list, form, search, everywhere]
  return screen?.startsWith('record:') || screen === 'screen:account' ? [form, search, everywhere] : [search, everywhere]
}
