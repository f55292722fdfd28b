import { once } from 'node:events'
import { expect, test } from 'vitest'
import { RunningExports } from '../../../../../engine/server/transfer/export/running-exports.ts'

/** A sheet that continues for as long as somebody reads it. */
const endless = async () => new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(new Uint8Array(1)) })
const full = '正在导出的文件过多，请稍后再试！'

test('a person can run twenty exports at once; one that is abandoned, ends or fails frees its place', async () => {
  const exports = new RunningExports()
  const begun = await Promise.all(Array.from({ length: 20 }, () => exports.begin('one', endless)))
  await expect(exports.begin('one', endless)).rejects.toThrow(full)
  await exports.begin('another', endless)
  begun[0]?.destroy()
  await once(begun[0] ?? process, 'close')
  await expect(exports.begin('one', () => Promise.reject(new Error('no rows')))).rejects.toThrow('no rows')
  const short = await exports.begin('one', async () => new Blob(['x']).stream())
  await expect(exports.begin('one', endless)).rejects.toThrow(full)
  await short.toArray()
  await exports.begin('one', endless)
})
