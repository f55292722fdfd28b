import type { Locator } from 'playwright'

/** What in it has to be pushed sideways to be read. */
export const pushedSideways = (part: Locator): Promise<string[]> =>
  part.evaluate((root) =>
    [...root.querySelectorAll('*')]
      .filter((one) => one.scrollWidth > one.clientWidth + 1 && ['auto', 'scroll'].includes(getComputedStyle(one).overflowX))
      .map((one) => `${one.tagName} ${one.className}`),
  )
