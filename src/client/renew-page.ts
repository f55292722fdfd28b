/** Whether the start page that the server has now is another build than the one that runs here. */
async function isReplaced(): Promise<boolean> {
  const own = document.querySelector('script[type="module"][src]')?.getAttribute('src')
  const answer = await fetch('/', { cache: 'no-store' })
  return Boolean(own) && answer.ok && !(await answer.text()).includes(own ?? '')
}

/**
 * After an update the parts that a page loads later are gone. When one cannot be loaded and there is a newer build, load
 * that; it is its own, so this happens once. Without a network, or with the same build, the error is shown where it happened.
 */
export function renewWhenReplaced(reload = () => location.reload()): void {
  window.addEventListener('vite:preloadError', () => {
    isReplaced().then(
      (replaced) => replaced && reload(),
      () => undefined,
    )
  })
}
