// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Refusal } from '../../../../src/mobile/call.ts'
import { memoryStore, type EntryStore } from '../../../../src/mobile/outbox/entries.ts'
import { jobOf, openOutbox, outboxPhotos, type Outbox } from '../../../../src/mobile/outbox/outbox.ts'
import { aServer, noNetwork } from './outbox-server.ts'

const bytes = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer

let made = 0
let store: EntryStore
let server: ReturnType<typeof aServer>
let outbox: Outbox
const open = (userId = 'stu1') => openOutbox({ userId, store, post: server.post, newId: () => `id${++made}` })
const settle = (time = 0) => vi.advanceTimersByTimeAsync(time)

beforeEach(async () => {
  vi.useFakeTimers()
  store = memoryStore(true)
  server = aServer()
  outbox = await open()
})
afterEach(() => {
  outbox.close()
  vi.useRealTimers()
})

test('photos are uploaded in the order they were taken, after those that stay, and leave the telephone once they are acknowledged', async () => {
  await outbox.addPhoto('r1', bytes('one'))
  await settle(5)
  await outbox.addPhoto('r1', bytes('two'))
  const ids = outboxPhotos(outbox.state.get(), 'r1').map(({ id }) => id)
  await outbox.submit('r1', ['result/202611/old.jpg'])
  await settle()
  expect(server.sent.map(({ kind, paths }) => [kind, paths])).toEqual([
    ['submit', ['result/202611/old.jpg', ...ids.map((id) => `result/202611/${id}.jpg`)]],
  ])
  expect(await store.read('stu1')).toEqual({ photos: [], jobs: [] })
  expect(outbox.state.get()).toMatchObject({ photos: [], jobs: [], parts: {} })
})

test('pressing twice sends once, even if the telephone is slow to store it', async () => {
  const { putJob } = store
  store.putJob = async (job) => {
    await new Promise((resolve) => setTimeout(resolve, 300))
    await putJob(job)
  }
  await outbox.addPhoto('r1', bytes('one'))
  void outbox.submit('r1', [])
  await settle(120)
  void outbox.submit('r1', [])
  void outbox.help('r1', '示波器没有波形')
  void outbox.help('r1', '示波器没有波形')
  await settle(5000)
  expect(server.sent.map(({ kind }) => kind).sort()).toEqual(['help', 'submit'])
  expect(await store.read('stu1')).toEqual({ photos: [], jobs: [] })
})

test('without a network everything stays and is retried at growing intervals, and at once when the network is back', async () => {
  server.isAway = true
  await outbox.addPhoto('r1', bytes('one'))
  await outbox.submit('r1', [])
  await settle()
  const first = outbox.state.get().retryAt ?? 0
  expect(first - Date.now()).toBeGreaterThan(400)
  expect(first - Date.now()).toBeLessThan(1001)
  await settle(120_000)
  const later = outbox.state.get().retryAt ?? 0
  expect(later - Date.now()).toBeLessThan(30_001)
  expect(jobOf(outbox.state.get(), 'r1', 'submit')?.problem).toBeUndefined()
  server.isAway = false
  outbox.wake()
  await settle()
  expect(server.sent).toHaveLength(1)
  expect(outbox.state.get().retryAt).toBeUndefined()
})

test('a page closed in the middle continues where it was, and uploads no photo twice', async () => {
  await outbox.addPhoto('r1', bytes('one'))
  server.refuses = noNetwork()
  await outbox.submit('r1', [])
  await settle()
  expect(server.uploads).toHaveLength(1)
  outbox.close()
  server.refuses = undefined
  outbox = await open()
  await settle()
  expect(server.uploads).toHaveLength(1)
  expect(server.sent).toHaveLength(1)
  expect(await store.read('stu1')).toEqual({ photos: [], jobs: [] })
})

test('if an answer is lost, the request is repeated with the same key', async () => {
  await outbox.addPhoto('r1', bytes('one'))
  server.losesAnswer = true
  await outbox.submit('r1', [])
  await settle()
  server.losesAnswer = false
  await settle(2000)
  expect(server.sent).toHaveLength(2)
  expect(server.taken.size).toBe(1)
})

test('a refused entry is not sent again automatically, and its photos stay', async () => {
  server.refuses = new Refusal('已评分，不能再提交！', 200)
  await outbox.addPhoto('r1', bytes('one'))
  await outbox.submit('r1', [])
  await settle(60_000)
  expect(jobOf(outbox.state.get(), 'r1', 'submit')?.problem).toBe('已评分，不能再提交！')
  expect(outboxPhotos(outbox.state.get(), 'r1')).toHaveLength(1)
  server.refuses = undefined
  await outbox.submit('r1', [])
  await settle()
  expect(server.sent).toHaveLength(1)
  expect(server.uploads).toHaveLength(1)
})

test('photos that the server has since forgotten are uploaded again', async () => {
  const sentence = '文件不存在或已失效，请重新上传'
  server.refuses = new Refusal(sentence, 422, { filePaths: sentence })
  await outbox.addPhoto('r1', bytes('one'))
  await outbox.submit('r1', [])
  await settle()
  server.refuses = undefined
  await outbox.submit('r1', [])
  await settle()
  expect(server.uploads).toHaveLength(2)
  expect(server.sent).toHaveLength(1)
})

test('a refused photo shows the reason, and stays until the student removes it', async () => {
  server.refusesPhoto = new Refusal('请上传图片', 200)
  await outbox.addPhoto('r1', bytes('one'))
  await outbox.submit('r1', [])
  await settle()
  const [photo] = outboxPhotos(outbox.state.get(), 'r1')
  expect(photo?.problem).toBe('请上传图片')
  await outbox.removePhoto(photo?.id ?? '')
  expect((await store.read('stu1')).photos).toEqual([])
})

test('when the login ends, everything waits until somebody signs in again', async () => {
  server.refuses = new Refusal('Token失效，请重新登录', 401)
  await outbox.help('r1', '没有波形')
  await settle(300_000)
  expect(jobOf(outbox.state.get(), 'r1', 'help')?.problem).toBeUndefined()
  server.refuses = undefined
  outbox.wake()
  await settle()
  expect(server.sent.map(({ kind }) => kind)).toEqual(['help'])
})

test('a call for help that could not be sent for a quarter of an hour is dropped, and the student is told', async () => {
  server.isAway = true
  await outbox.help('r1', '没有波形')
  await settle(16 * 60_000)
  server.isAway = false
  outbox.wake()
  await settle()
  expect(server.sent).toEqual([])
  expect(jobOf(outbox.state.get(), 'r1', 'help')?.problem).toBe('求助未能及时送出，请重新求助')
})

test('a call for help does not wait behind photos', async () => {
  server.refusesPhoto = noNetwork()
  await outbox.addPhoto('r1', bytes('one'))
  await outbox.submit('r1', [])
  await outbox.help('r1', '没有波形')
  await settle()
  expect(server.sent.map(({ kind }) => kind)).toEqual(['help'])
})

test('a call for help cancelled before it was sent is never made, but its cancellation is still sent', async () => {
  server.isAway = true
  await outbox.help('r1', '没有波形')
  await settle()
  await outbox.cancelHelp('r1')
  server.isAway = false
  outbox.wake()
  await settle(2000)
  expect(server.sent.map(({ kind }) => kind)).toEqual(['cancelHelp'])
})

test('a withdrawn submission is not sent, and its photos can be sent later', async () => {
  server.isAway = true
  await outbox.addPhoto('r1', bytes('one'))
  await outbox.submit('r1', [])
  await settle()
  await outbox.withdraw(jobOf(outbox.state.get(), 'r1', 'submit')?.id ?? '')
  server.isAway = false
  outbox.wake()
  await settle(60_000)
  expect(server.sent).toEqual([])
  expect(outboxPhotos(outbox.state.get(), 'r1')).toHaveLength(1)
})

/** Submit one photo, and withdraw it while the server handles it; answers a function that lets the server finish. */
async function takenBackOnItsWay(): Promise<() => void> {
  const wait = Promise.withResolvers<void>()
  server.hesitates = wait.promise
  await outbox.addPhoto('r1', bytes('one'))
  await outbox.submit('r1', ['result/202611/old.jpg'])
  await settle()
  await outbox.withdraw(jobOf(outbox.state.get(), 'r1', 'submit')?.id ?? '')
  return () => {
    server.hesitates = undefined
    wait.resolve()
  }
}

test('a submission withdrawn while it was being sent, and then made again, has all photos, including the first ones', async () => {
  const finish = await takenBackOnItsWay()
  await settle(5)
  await outbox.addPhoto('r1', bytes('two'))
  const ids = outboxPhotos(outbox.state.get(), 'r1').map(({ id }) => id)
  await outbox.submit('r1', ['result/202611/old.jpg'])
  finish()
  await settle()
  expect(server.sent[1]?.paths).toEqual(['result/202611/old.jpg', ...ids.map((id) => `result/202611/${id}.jpg`)])
  expect(server.uploads).toEqual(ids)
  expect(await store.read('stu1')).toEqual({ photos: [], jobs: [] })
})

test('a submission withdrawn too late leaves nothing on the telephone', async () => {
  await takenBackOnItsWay().then((finish) => finish())
  await settle()
  expect(await store.read('stu1')).toEqual({ photos: [], jobs: [] })
})

test('a photo that is already among the earlier ones is submitted once', async () => {
  await outbox.addPhoto('r1', bytes('one'))
  const [photo] = outboxPhotos(outbox.state.get(), 'r1')
  await outbox.submit('r1', [`result/202611/${photo?.id}.jpg`])
  await settle()
  expect(server.sent[0]?.paths).toHaveLength(1)
})

test('a submission is not made if its photo is gone, and the student is told', async () => {
  server.isAway = true
  await outbox.addPhoto('r1', bytes('one'))
  await settle(5)
  await outbox.addPhoto('r1', bytes('two'))
  await outbox.submit('r1', [])
  await settle()
  await outbox.removePhoto(outboxPhotos(outbox.state.get(), 'r1')[1]?.id ?? '')
  server.isAway = false
  outbox.wake()
  await settle()
  expect(server.sent).toEqual([])
  expect(jobOf(outbox.state.get(), 'r1', 'submit')?.problem).toBe('有照片已不在本机，请检查照片后重新提交')
  expect(outboxPhotos(outbox.state.get(), 'r1')).toHaveLength(1)
})

test('the next student on a telephone neither sees nor sends what the previous one left there', async () => {
  server.isAway = true
  await outbox.addPhoto('r1', bytes('one'))
  await outbox.submit('r1', [])
  outbox.close()
  server.isAway = false
  const next = await open('stu2')
  await settle(60_000)
  expect(next.state.get()).toMatchObject({ photos: [], jobs: [] })
  expect(server.sent).toEqual([])
  next.close()
})

test('entries forgotten on a telephone for a month are removed', async () => {
  await outbox.addPhoto('r1', bytes('one'))
  outbox.close()
  await settle(29 * 24 * 3600_000)
  outbox = await open()
  expect(outboxPhotos(outbox.state.get(), 'r1')).toHaveLength(1)
  outbox.close()
  await settle(2 * 24 * 3600_000)
  outbox = await open()
  expect(outboxPhotos(outbox.state.get(), 'r1')).toEqual([])
  expect((await store.read('stu1')).photos).toEqual([])
})

test('other tabs see what one tab stores and sends', async () => {
  const other = await open()
  await outbox.addPhoto('r1', bytes('a'))
  await settle()
  expect(outboxPhotos(other.state.get(), 'r1')).toHaveLength(1)
  await outbox.submit('r1', [])
  await settle()
  expect(server.sent).toHaveLength(1)
  expect(other.state.get()).toMatchObject({ photos: [], jobs: [] })
  other.close()
})

test('a photo taken while the tab reads another tab’s changes is kept', async () => {
  const other = await open()
  await Promise.all([other.addPhoto('r1', bytes('a')), outbox.addPhoto('r1', bytes('b')), other.addPhoto('r1', bytes('c'))])
  await settle()
  for (const tab of [outbox, other]) expect(outboxPhotos(tab.state.get(), 'r1')).toHaveLength(3)
  other.close()
})
