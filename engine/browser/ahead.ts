/** How long an answer waits for whoever shows it, in milliseconds: later it would be old news. */
const FRESH = 10_000

/** Answers that were asked for before the part of the page that shows them was loaded, by their question and who asked. */
const answers = new Map<string, Promise<unknown>>()

const nameOf = (question: readonly unknown[]): string => JSON.stringify(question)

/** Asks ahead. If the answer is a refusal, whoever takes it is told. */
export function askAhead<T>(question: readonly unknown[], ask: () => Promise<T>): Promise<T> {
  const name = nameOf(question)
  const answer = ask()
  answers.set(name, answer)
  const drop = () =>
    setTimeout(() => {
      if (answers.get(name) === answer) answers.delete(name)
    }, FRESH)
  answer.then(drop, drop)
  return answer
}

/** The answer that was asked for ahead, which can be taken once; else asks now. */
export function takeAhead<T>(question: readonly unknown[], ask: () => Promise<T>): Promise<T> {
  const name = nameOf(question)
  const answer = answers.get(name)
  answers.delete(name)
  return answer ? (answer as Promise<T>) : ask()
}

/** Someone else is signed in: nothing that was asked before is for them. */
export const forgetAhead = (): void => answers.clear()
