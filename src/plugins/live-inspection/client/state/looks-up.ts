/** A pause in which a user looks up from the keys, in milliseconds. A user who types on sooner has not seen what happened. */
export const LOOKS_UP = 800
