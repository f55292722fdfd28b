/**
 * Names of the locks under which a course's places are given out. Who needs both takes the experiment's first; who needs
 * several sessions takes them in the order of their ids.
 */
export const turnOf = {
  /** Whether an experiment is divided, gets sessions or gets results. */
  experiment: (id: string): string => `experiment ${id}`,
  /** Who is in a session, what is booked for it, who sits where. */
  session: (id: string): string => `session ${id}`,
}
