/** At least eight characters with a letter, a digit and a special one. */
export const isStrong = (password: string): boolean =>
  password.length >= 8 && /[A-Za-z]/.test(password) && /\d/.test(password) && /[^A-Za-z0-9\s]/.test(password)

/** The server's refusals that belong to one of the form's fields. */
export function fieldProblems(details: unknown, fields: readonly string[]): readonly { field: string; sentence: string }[] {
  if (typeof details !== 'object' || details === null) return []
  return Object.entries(details).flatMap(([field, sentence]) =>
    fields.includes(field) && typeof sentence === 'string' ? [{ field, sentence }] : [],
  )
}
