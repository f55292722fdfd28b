/** Something that is done at once when something happens, and once per span however steadily it goes on happening. */
export interface Paced {
  happened(): void
  stop(): void
}

export function paced(milliseconds: number, work: () => void): Paced {
  let span: ReturnType<typeof setTimeout> | undefined
  let isDue = false
  const begin = () => {
    isDue = false
    span = setTimeout(() => {
      span = undefined
      if (isDue) begin()
    }, milliseconds)
    work()
  }
  return {
    happened() {
      if (span === undefined) begin()
      else isDue = true
    },
    stop() {
      clearTimeout(span)
      span = undefined
      isDue = false
    },
  }
}
