const writable = 'input:not([disabled]):not([type=file]), textarea:not([disabled]), button[role=switch]:not([disabled])'

/** Put the cursor into a field of the form, the first one that can be written when none is named. */
export function focusField(form: HTMLElement | null, key?: string): void {
  const place = key === undefined ? form : form?.querySelector(`[data-field="${CSS.escape(key)}"]`)
  const target = place?.querySelector(writable)
  if (!(target instanceof HTMLElement)) return place?.scrollIntoView({ block: 'center' })
  target.focus({ preventScroll: true })
  target.closest('[data-field]')?.scrollIntoView({ block: 'center' })
}
