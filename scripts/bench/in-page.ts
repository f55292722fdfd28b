/** What is measured in a browser's page; each function runs there, so it stands alone. */

interface Shift extends PerformanceEntry {
  readonly value: number
}

/** Note, from the first script on, how long tasks hold the page longer than 50 ms, and how far its content moves by itself. */
export function watchLoad(): void {
  const load = { blocked: 0, shifted: 0 }
  Object.assign(window, { load })
  const watch = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
  watch('longtask', ({ duration }) => (load.blocked += Math.max(0, duration - 50)))
  watch('layout-shift', (entry) => (load.shifted += (entry as Shift).value))
}

/** Milliseconds from pressing this button or tab to the end of the frame in which an element of that selector shows the text. */
export function pressedToShown({ name, selector, text }: { readonly name: string; readonly selector: string; readonly text: string }) {
  const buttons = [...document.querySelectorAll<HTMLElement>('button, [role=tab]')]
  const isNamed = (words: string) => words.startsWith(name) || words.endsWith(name)
  const button = buttons.find((one) => isNamed(one.textContent.replaceAll(/\s/g, '')) && one.offsetParent !== null)
  if (!button) throw new Error(`there is no button ${name}`)
  return new Promise<number>((resolve, reject) => {
    const pressed = performance.now()
    button.click()
    const look = () => {
      if (performance.now() - pressed > 20_000) return reject(new Error(`${text} was not shown`))
      const isThere = [...document.querySelectorAll(selector)].some((one) => one.textContent.includes(text))
      if (!isThere) return void requestAnimationFrame(look)
      const painted = new MessageChannel()
      painted.port1.onmessage = () => resolve(performance.now() - pressed)
      painted.port2.postMessage(undefined)
    }
    requestAnimationFrame(look)
  })
}

/** The longest frame, in milliseconds, while an element is scrolled from top to bottom, a screenful in five frames. */
export function worstFrame(selector: string): Promise<number> {
  const box = document.querySelector(selector)
  if (!box) throw new Error(`there is no ${selector}`)
  return new Promise<number>((resolve) => {
    let worst = 0
    let last = performance.now()
    const step = () => {
      const now = performance.now()
      worst = Math.max(worst, now - last)
      last = now
      const before = box.scrollTop
      box.scrollTop += box.clientHeight / 5
      if (box.scrollTop > before) requestAnimationFrame(step)
      else resolve(worst)
    }
    requestAnimationFrame(step)
  })
}

/** Note the milliseconds from each key to the end of the frame after it, in `window.keyTimes`. */
export function watchKeys(): void {
  const keyTimes: number[] = []
  Object.assign(window, { keyTimes })
  const note = () => {
    const pressed = performance.now()
    requestAnimationFrame(() => {
      const painted = new MessageChannel()
      painted.port1.onmessage = () => keyTimes.push(performance.now() - pressed)
      painted.port2.postMessage(0)
    })
  }
  window.addEventListener('keydown', note, { capture: true })
}
