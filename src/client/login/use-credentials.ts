import { useState } from 'react'
import { missingOf, type Credentials } from './credentials.ts'

/** What is typed into a login form, with the sentences under its fields; typing into a field takes its sentence away. */
export function useCredentials(first: Credentials | (() => Credentials)) {
  const [credentials, setCredentials] = useState(first)
  const [problems, setProblems] = useState<Partial<Record<keyof Credentials, string>>>({})

  const change = (part: Partial<Credentials>) => {
    setCredentials((held) => ({ ...held, ...part }))
    setProblems((held) => Object.fromEntries(Object.entries(held).filter(([field]) => !(field in part))))
  }
  /** Shows a sentence under each empty field; true when there is none. */
  function check(hasCaptcha: boolean): boolean {
    const missing = missingOf(credentials, hasCaptcha)
    setProblems(missing)
    return Object.keys(missing).length === 0
  }
  return { credentials, problems, change, check }
}
