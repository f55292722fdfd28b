import { randomInt } from 'node:crypto'

/** Counting from here keeps ids at 19 digits, so that text order is time order. */
const EPOCH = Date.UTC(2010, 10, 4)
const node = BigInt(randomInt(1024))
let last = 0
let sequence = 0

/** A time-ordered id: 19 digits, milliseconds then a random node number then a sequence. */
export function newId(): string {
  const now = Math.max(Date.now(), last)
  sequence = now === last ? sequence + 1 : 0
  last = sequence > 4095 ? now + 1 : now
  if (sequence > 4095) sequence = 0
  return String((BigInt(last - EPOCH) << 22n) | (node << 12n) | BigInt(sequence))
}
