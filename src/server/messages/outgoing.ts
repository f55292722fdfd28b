import { messageTypes, type MessageType } from '../../../schemas/platform/message-types.ts'

/** Whether this server knows the type; a newer release beside it may know more. */
export const isMessageType = (value: string): value is MessageType => Object.values<string>(messageTypes).includes(value)

/** A message as a channel sends it. Its id goes with it, so that whoever gets it twice can tell. */
export interface Outgoing {
  readonly id: string
  readonly title: string
  readonly content: string
  readonly receiver: string
}
