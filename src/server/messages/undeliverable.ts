/** A message that cannot be sent however often it is tried; its message is what people read. */
export class Undeliverable extends Error {}
