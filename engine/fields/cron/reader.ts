/** Whether a text of 6 or 7 fields can be read as a cron expression. */
type Reads = (text: string) => boolean

let reads: Reads | undefined

/**
 * The library that reads expressions gives its answer here once it is loaded (`times.ts`): by a server at once, by a page with the first
 * input. Lists show such fields too, and should not load it.
 */
export function readCronWith(reader: Reads): void {
  reads = reader
}

/** False only if it is known that the text cannot be read. */
export const mayBeCron: Reads = (text) => reads?.(text) ?? true
