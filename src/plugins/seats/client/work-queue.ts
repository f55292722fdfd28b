/** Runs work one piece after the other. After a refusal, the queued work is dropped, because it relied on what was refused. */
export function workQueue(refused: (reason: unknown) => unknown): (work: () => Promise<unknown>) => Promise<void> {
  let last: Promise<void> = Promise.resolve()
  let refusals = 0
  return (work) => {
    const refusalsBefore = refusals
    last = last.then(async () => {
      if (refusalsBefore !== refusals) return
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
