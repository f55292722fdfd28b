/** Put the cursor into the first field of a form that is marked as wrong, once the marks are drawn. */
export function focusProblem(form: HTMLFormElement): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
}
