import type { WebSocket } from '@fastify/websocket'
import { NotSignedIn, TooMany, type Actor } from '../../../engine/server/index.ts'
import { LOGIN_ENDED, NOT_ALLOWED, type ServerMessage } from '../../feed/messages.ts'
import { LoginReplaced, loginReplaced } from '../auth/login-rows.ts'
import { FrameLimit } from './frame-limit.ts'
import { readFrame, type Frame } from './frames.ts'
import { resync, type Hub, type TopicFollower } from './hub.ts'
import { refusal, topicOf, type TopicRights } from './readers.ts'

/** How often clients must send a sign of life; after three times as long without one the socket is dropped. */
export const HEARTBEAT = 25_000
const SILENCE = 3 * HEARTBEAT
const MOST_TOPICS = 200
/** Bytes that wait in memory for a slow reader; the rest waits in the database, where the reader's position is. */
const MOST_WAITING = 256 * 1024
/** A reader who takes nothing for this long has to reconnect. */
const STUCK = 30_000
const RETRY = 1_000
const loginEnded = '登录已失效，请重新登录'
const tooMuch = '消息发送过于频繁'

export interface SubscriberOptions {
  readonly hub: Hub
  readonly rights: TopicRights
  /** Who the socket belongs to now; throws NotSignedIn. */
  identify(): Promise<Actor>
  /** The user it was opened as. */
  readonly userId: string
}

/** One open socket: what it follows, how far it has been delivered, and whether it is still allowed to. */
export class Subscriber implements TopicFollower {
  readonly #socket: WebSocket
  readonly #options: SubscriberOptions
  readonly #cursors = new Map<string, number>()
  #actor: Actor | undefined
  #work: Promise<void>
  #isPumping = false
  #isWoken = false
  #isClosed = false
  /** Number of times its rights came into doubt; nothing is sent until a recheck that started later has confirmed them. */
  #doubts = 0
  readonly #limit = new FrameLimit()
  /** Frames that were read but not handled yet. */
  #unhandled = 0
  #heard = Date.now()
  /** When the reader last took something from the queue. */
  #taken = Date.now()

  constructor(socket: WebSocket, options: SubscriberOptions) {
    this.#socket = socket
    this.#options = options
    this.#work = this.#greet()
    socket.on('message', (data) => this.#receive(String(data)))
    socket.on('pong', () => (this.#heard = Date.now()))
    socket.on('error', () => undefined)
    socket.on('close', () => this.#leaveAll())
  }

  close(code: number, reason: string): void {
    if (this.#isClosed) return
    this.#leaveAll()
    this.#socket.close(code, reason)
    setTimeout(() => this.#socket.terminate(), RETRY).unref()
  }

  #leaveAll(): void {
    this.#isClosed = true
    for (const topic of this.#cursors.keys()) this.#options.hub.leave(topic, this)
    this.#cursors.clear()
  }

  #send(text: string): void {
    this.#socket.send(text, () => {
      this.#taken = Date.now()
      this.#readOn()
      if (this.#isWoken && this.#socket.bufferedAmount < MOST_WAITING / 4) this.#pump()
    })
  }

  #say(message: ServerMessage): void {
    if (!this.#isClosed) this.#send(JSON.stringify(message))
  }

  async #greet(): Promise<void> {
    if (!(await this.#identify())) return
    this.#say({ cmd: 'welcome', epoch: this.#options.hub.epoch, heartbeat: HEARTBEAT, time: Date.now() })
  }

  /** Read again whose socket this is; without a login, or as somebody else's, it is closed. */
  async #identify(): Promise<Actor | undefined> {
    try {
      const actor = await this.#options.identify()
      if (actor.id !== this.#options.userId) this.close(NOT_ALLOWED, '只能打开自己的消息连接')
      else return (this.#actor = actor)
    } catch (error) {
      if (error instanceof NotSignedIn) this.close(LOGIN_ENDED, error instanceof LoginReplaced ? loginReplaced : loginEnded)
      else if (error instanceof TooMany) this.close(1013, error.message)
      else this.close(1011, '服务器暂时不可用')
    }
    return undefined
  }

  #receive(text: string): void {
    if (this.#isClosed) return
    this.#heard = Date.now()
    const frame = readFrame(text)
    if (!this.#limit.allows(frame, this.#heard)) return this.close(1008, tooMuch)
    this.#unhandled++
    this.#socket.pause()
    const handled = () => {
      this.#unhandled--
      this.#readOn()
    }
    this.#work = this.#work
      .then(() => this.#handle(frame))
      .catch(() => this.close(1011, '服务器暂时不可用'))
      .then(handled)
  }

  /** Read the next frame once the earlier ones are handled and their answers were taken. */
  #readOn(): void {
    if (!this.#unhandled && this.#socket.isPaused && this.#socket.bufferedAmount <= MOST_WAITING / 4) this.#socket.resume()
  }

  /** One refusal for a frame, whatever it names. */
  #refuse(topics: readonly string[], message: string): void {
    if (!this.#limit.allowsRefusal()) return this.close(1008, tooMuch)
    this.#say(refusal(topics, message))
  }

  async #handle(frame: Frame | undefined): Promise<void> {
    if (this.#isClosed) return
    if (!frame) return this.#refuse([], '无法识别的消息')
    if (frame.cmd === 'heartbeat') return this.#say({ cmd: 'heartcheck', time: Date.now() })
    if (frame.cmd === 'subscribe') return this.#subscribe(frame.topics, frame.epoch)
    for (const topic of frame.topics) this.#drop(topic)
  }

  #drop(topic: string): void {
    this.#cursors.delete(topic)
    this.#options.hub.leave(topic, this)
  }

  async #subscribe(topics: ReadonlyMap<string, number | null>, epoch: string | undefined): Promise<void> {
    const { hub, rights } = this.#options
    const actor = this.#actor
    if (!actor) return
    const refused = new Map(await rights(actor, [...topics.keys()]))
    for (const [topic, asked] of topics) {
      if (this.#cursors.size >= MOST_TOPICS && !this.#cursors.has(topic)) refused.set(topic, '订阅的主题太多')
      if (refused.has(topic)) continue
      const last = await hub.follow(topic, this)
      if (this.#isClosed) return hub.leave(topic, this)
      const isOther = asked !== null && epoch !== undefined && epoch !== hub.epoch
      const isAhead = asked !== null && asked > last
      this.#cursors.set(topic, asked === null || isOther || isAhead ? last : asked)
      if (isOther || isAhead) for (const text of resync(topic, last, isOther ? 'epoch' : 'gap').texts) this.#send(text)
      else this.#say({ cmd: 'subscribed', topic, seq: asked ?? last })
    }
    const [message] = refused.values()
    if (message !== undefined) this.#refuse([...refused.keys()], message)
    this.#pump()
  }

  wake(): void {
    this.#pump()
  }

  /** Send what is available, as far as the reader takes it; one run at a time, to keep the order. */
  #pump(): void {
    this.#isWoken = true
    if (this.#isPumping || this.#isClosed) return
    this.#isPumping = true
    const again = () => {
      this.#isPumping = false
      if (this.#isWoken && this.#socket.bufferedAmount <= MOST_WAITING) this.#pump()
    }
    const later = () => {
      this.#isPumping = false
      setTimeout(() => this.#pump(), RETRY).unref()
    }
    void this.#sendNews().then(again, later)
  }

  async #sendNews(): Promise<void> {
    while (this.#isWoken && !this.#isClosed) {
      if (this.#socket.bufferedAmount > MOST_WAITING) return
      this.#isWoken = false
      for (const topic of this.#cursors.keys()) await this.#sendNext(topic)
    }
  }

  async #sendNext(topic: string): Promise<void> {
    const seq = this.#cursors.get(topic)
    if (seq === undefined || !this.#actor || this.#isClosed || this.#doubts > 0) return
    const step = await this.#options.hub.next(topic, seq, this.#actor)
    if (!step || this.#doubts > 0 || this.#cursors.get(topic) !== seq) return
    this.#isWoken = true
    const first = step.seq - step.texts.length + 1
    for (const [index, text] of step.texts.entries()) {
      if (this.#socket.bufferedAmount > MOST_WAITING) return
      this.#cursors.set(topic, first + index)
      this.#send(text)
    }
  }

  /** Every few seconds: drop sockets that are silent or stuck, and ask the others for a sign of life. */
  beat(now: number): void {
    if (this.#isClosed) return
    if (now - this.#heard > SILENCE) this.#socket.terminate()
    else if (this.#socket.bufferedAmount > MOST_WAITING && now - this.#taken > STUCK) this.close(1013, '接收太慢，请重新连接')
    else if (now - this.#heard > HEARTBEAT) this.#socket.ping()
  }

  /** Something changed that may end it: nothing is sent until its rights are confirmed. */
  doubt(): void {
    this.#doubts++
  }

  /** Check again whether the login is alive and may follow its topics, and continue with those that it may. */
  async recheck(): Promise<void> {
    const doubts = this.#doubts
    try {
      await this.#ask()
    } finally {
      this.#doubts -= doubts
      this.#pump()
    }
  }

  /** Ends with the reason if no course is left. */
  async #ask(): Promise<void> {
    await this.#work
    if (this.#isClosed) return
    const actor = await this.#identify()
    if (!actor || !this.#cursors.size) return
    const refused = await this.#options.rights(actor, [...this.#cursors.keys()])
    const isCourse = (topic: string) => topicOf(topic).word === 'course'
    for (const topic of refused.keys()) this.#drop(topic)
    const [message] = refused.values()
    if (message !== undefined) this.#say(refusal([...refused.keys()], message))
    if ([...refused.keys()].some(isCourse) && ![...this.#cursors.keys()].some(isCourse))
      this.close(NOT_ALLOWED, '您已没有权限接收该课程的实时消息')
  }
}
