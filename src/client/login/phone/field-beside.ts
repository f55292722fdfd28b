/** The input beside a button: where the code is typed that the button sends. */
export function fieldBeside(button: HTMLElement): HTMLInputElement | undefined {
  for (let around = button.parentElement; around; around = around.parentElement) {
    const input = around.querySelector('input')
    if (input) return input
  }
  return undefined
}
