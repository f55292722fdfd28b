/** Repeat until a step finds nothing more; steps are small, so that they hold no other write for long. Answers how much they did in all. */
export async function untilNone(step: () => Promise<number>): Promise<number> {
  let all = 0
  for (;;) {
    const count = await step()
    if (count === 0) return all
    all += count
  }
}
