import { expect, test } from 'vitest'
import { workQueue } from '../../../../../src/plugins/seats/client/work-queue.ts'

/** Lets all pending work run. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 0))

test('work runs one piece after the other; a refusal drops the queued work, but not what is asked for later', async () => {
  const done: string[] = []
  const queue = workQueue((reason) => void done.push(String(reason)))
  const refusing = () => Promise.reject(new Error('该座位已有学生！'))
  const doing = (word: string) => async () => {
    await settled()
    done.push(word)
  }
  void queue(doing('first'))
  void queue(refusing)
  void queue(doing('meant for the refused'))
  await queue(doing('meant for it too'))
  expect(done).toEqual(['first', 'Error: 该座位已有学生！'])
  await queue(doing('later'))
  expect(done.at(-1)).toBe('later')
})
