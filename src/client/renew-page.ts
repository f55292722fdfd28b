/** Whether the server's start page is from a different build than the one running here. */
async function isReplaced(): Promise<boolean> {
  const own = document.querySelector('script[type="module"][src]')?.getAttribute('src')
  const answer = await fetch('/', { cache: 'no-store' })
  return Boolean(own) && answer.ok && !(await answer.text()).includes(own ?? '')
}

/**
 * After an update, the parts that an old page loads later are gone. If a part cannot be loaded and there is a newer build, reload the page;
 * the new build has its own parts, so this happens once. Without a network, or with the same build, the error is shown where it happened.
 */
export function renewWhenReplaced(reload = () => location.reload()): void {
  window.addEventListener('vite:preloadError', () => {
    isReplaced().then(
      (replaced) => replaced && reload(),
      () => undefined,
    )
  })
}
