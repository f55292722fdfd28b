/** How messages are sent, as the dictionary `msgType` numbers it. */
export const messageTypes = { sms: '1', mail: '2', weChat: '3', system: '4' } as const
export type MessageType = (typeof messageTypes)[keyof typeof messageTypes]

/** The types whose content is HTML. */
export const htmlTypes = [messageTypes.mail, messageTypes.system] as const

/** How far a message is, as the dictionary `msgSendStatus` numbers it. */
export const sendStates = { waiting: '0', sent: '1', failed: '2' } as const
