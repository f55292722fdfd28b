import { ApiError } from './api.ts'

/** What somebody was refused and asks about. */
export interface RefusedFor {
  /** The permission that was missing. */
  readonly permission: string
}

let answer: ((refused: RefusedFor) => void) | undefined

/** The application says how it answers people who ask why they were refused; without it nobody is offered to ask. */
export function answerWhy(how: (refused: RefusedFor) => void): () => void {
  answer = how
  return () => {
    if (answer === how) answer = undefined
  }
}

/** Asks why this permission is missing. */
export const askWhy = (refused: RefusedFor): void => answer?.(refused)

/** What a refusal can be asked about: a missing permission that the server names. */
export function askAbout(error: unknown): (() => void) | undefined {
  if (!(error instanceof ApiError) || error.code !== 510 || !answer) return undefined
  const { details } = error
  const permission: unknown = typeof details === 'object' && details !== null ? Reflect.get(details, 'permission') : undefined
  return typeof permission === 'string' ? () => answer?.({ permission }) : undefined
}
