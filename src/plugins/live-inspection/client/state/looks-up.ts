/** A pause in which one looks up from the keys, in milliseconds. What happens within it nobody has seen yet who types on. */
export const LOOKS_UP = 800
