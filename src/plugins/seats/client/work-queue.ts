/**
 * Work done one after the other. After a refusal the work that was queued behind it is dropped: it was meant for what has
 * not come about.
 */
export function workQueue(refused: (reason: unknown) => unknown): (work: () => Promise<unknown>) => Promise<void> {
  let last: Promise<void> = Promise.resolve()
  let refusals = 0
  return (work) => {
    const known = refusals
    last = last.then(async () => {
      if (known !== refusals) return
      try {
        await work()
      } catch (reason) {
        refusals += 1
        await refused(reason)
      }
    })
    return last
  }
}
