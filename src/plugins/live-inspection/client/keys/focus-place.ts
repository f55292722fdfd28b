import type { FocusPlace } from '../../shared/bindings.ts'

/** Where the cursor is. Buttons and links keep their own Enter and space; windows keep all their keys. */
export function focusPlaceOf(target: EventTarget | null, key: string): FocusPlace {
  if (!(target instanceof HTMLElement)) return 'list'
  if (target.closest('.ant-modal-root, .ant-drawer, .ant-popover, .ant-select-dropdown, .ant-dropdown')) return 'elsewhere'
  const named = target.closest<HTMLElement>('[data-mark]')?.dataset['mark']
  if (named === 'score') return 'score'
  if (named === 'comment' || named === 'bz') return 'text'
  if (target.closest('input, textarea, select, [contenteditable=true], [role=combobox]')) return 'elsewhere'
  const pressable = target.closest('a, button, [role=button], [role=tab], [role=switch]')
  return pressable && (key === 'Enter' || key === ' ' || key.startsWith('Arrow')) ? 'elsewhere' : 'list'
}
