/** A message as a channel sends it. Its id goes with it, so that whoever gets it twice can tell. */
export interface Outgoing {
  readonly id: string
  readonly title: string
  readonly content: string
  readonly receiver: string
}
