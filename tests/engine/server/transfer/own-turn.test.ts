import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { ReadingTurns } from '../../../../engine/server/http/reading-turns.ts'
import { ownTurn } from '../../../../engine/server/transfer/own-turn.ts'

/** Counts the turns of the event loop. */
function countTurns(): { readonly so: () => number; end(): void } {
  let turns = 0
  let next = setImmediate(function turn() {
    turns++
    next = setImmediate(turn)
  })
  return { so: () => turns, end: () => clearImmediate(next) }
}

test('pieces of long work take a turn each, however many are asked for at once', async () => {
  const turns = countTurns()
  const pieces = await Promise.all(Array.from({ length: 5 }, () => ownTurn().then(turns.so)))
  turns.end()
  expect(new Set(pieces).size).toBe(5)
})

test('a read that has just begun is answered first', async () => {
  const first = () => Promise.race([new ReadingTurns({ holdsThread: true }).take('one', () => pause(1, 'read')), ownTurn()])
  // A machine that is busy elsewhere may make a short read a long one.
  await expect.poll(first).toBe('read')
})

test('a read that goes on and on is waited for by nobody', async () => {
  const end = Promise.withResolvers<string>()
  const read = new ReadingTurns({ holdsThread: true }).take('one', () => end.promise)
  await pause(20)
  const turns = countTurns()
  await ownTurn()
  turns.end()
  expect(turns.so()).toBeLessThan(4)
  end.resolve('read')
  await read
})
