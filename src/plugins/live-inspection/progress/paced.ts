/** Something that is done a while after the first of many happenings, however steadily they come, and then waits for the next. */
export interface SoonAfter {
  happened(): void
  stop(): void
}

export function soonAfter(milliseconds: number, work: () => void): SoonAfter {
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    happened() {
      timer ??= setTimeout(() => {
        timer = undefined
        work()
      }, milliseconds)
    },
    stop() {
      clearTimeout(timer)
      timer = undefined
    },
  }
}
