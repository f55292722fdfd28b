import { Modal } from 'antd'
import { bindings } from '../../shared/bindings.ts'
import './keys.css'

const names: Readonly<Record<string, string>> = {
  ArrowDown: '↓',
  ArrowUp: '↑',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  ' ': '空格',
}
const groups = ['评分', '照片', '求助', '页面'] as const

/** Each command once, with all of its keys. */
const shortcuts = [...Map.groupBy(bindings, ({ command }) => command).values()].flatMap((same) => {
  const [first] = same
  return first ? [{ ...first, keys: [...new Set(same.flatMap(({ keys }) => keys))] }] : []
})

function keysOf(keys: readonly string[]): string[] {
  if (keys.length === 10) return ['0', '…', '9']
  return keys
    .filter((key) => key !== '？' && key !== '=')
    .map((key) => names[key] ?? key.replace(/(^|\+)([a-z])$/, (_, plus: string, letter: string) => plus + letter.toUpperCase()))
}

/** Every shortcut, shown by `?`. */
export function ShortcutList({ onClose }: { onClose(): void }) {
  return (
    <Modal open title="快捷键" footer={null} width={720} onCancel={onClose} className="live-shortcuts">
      <p className="live-faint">输入法组字时快捷键不起作用；在分数框里，字母仍是快捷键。</p>
      <div className="live-shortcut-groups">
        {groups.map((group) => (
          <section key={group}>
            <h4>{group}</h4>
            {shortcuts
              .filter((shortcut) => shortcut.group === group)
              .map(({ keys, says }) => (
                <div key={says + keys.join('')} className="live-shortcut">
                  <span>
                    {keysOf(keys).map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </span>
                  <span>{says}</span>
                </div>
              ))}
          </section>
        ))}
      </div>
    </Modal>
  )
}
