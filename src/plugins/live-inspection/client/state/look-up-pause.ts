/** A pause in which a user looks up from the keys, in milliseconds. A user who types on sooner has not seen what happened. */
export const LOOK_UP_PAUSE = 800
