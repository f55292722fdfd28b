// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { waitBefore } from '../../../src/mobile/outbox/lane.ts'
import { fitWithin, shrink } from '../../../src/mobile/photos/shrink.ts'

test('the longest side is reduced to 1600 pixels, and nothing is enlarged', () => {
  expect(fitWithin(4000, 3000)).toEqual({ width: 1600, height: 1200 })
  expect(fitWithin(3024, 4032)).toEqual({ width: 1200, height: 1600 })
  expect(fitWithin(800, 600)).toEqual({ width: 800, height: 600 })
  expect(fitWithin(9000, 1)).toEqual({ width: 1600, height: 1 })
})

test('a file that is not an image is refused before it is sent', async () => {
  await expect(shrink(new Blob(['笔记'], { type: 'text/plain' }))).rejects.toThrow('请上传图片')
})

test('the wait doubles up to half a minute, and differs between telephones', () => {
  expect([1, 2, 3, 5, 9].map((attempt) => waitBefore(attempt, 1))).toEqual([1000, 2000, 4000, 16_000, 30_000])
  expect(waitBefore(3, 0)).toBe(2000)
})
