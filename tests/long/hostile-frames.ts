import { pick } from '../api/contract/random-rows.ts'
import type { RawSocket } from '../support/raw-socket.ts'

type Send = (client: RawSocket, random: () => number) => void

const said = (message: unknown): Send => {
  const text = typeof message === 'string' ? message : JSON.stringify(message)
  return (client) => client.text(text)
}

const words = ['course', 'user', 'nobody', 'constructor', 'x'.repeat(20)]
const numbers = [null, 0, 1, 5, 2 ** 31, 2 ** 53 - 1, 2 ** 53, -1, 1.5, 1e308, 'x', {}, true]

/** As many topics as a frame may name, and more, with unknown ids. */
const manyTopics: Send = (client, random) => {
  const count = pick(random, [1, 20, 160, 200, 300])
  const word = pick(random, words)
  const topics = Object.fromEntries(Array.from({ length: count }, () => [`${word}:${Math.floor(random() * 1e9)}`, pick(random, numbers)]))
  client.text(JSON.stringify({ cmd: pick(random, ['subscribe', 'subscribe', 'unsubscribe']), topics, epoch: pick(random, ['x', 5, null]) }))
}

const texts: readonly Send[] = [
  '',
  '{',
  '[]',
  'null',
  '5',
  '"heartbeat"',
  'HeartBeat',
  '\u0000',
  '{"cmd":"__proto__"}',
  '{"__proto__":{"cmd":"subscribe"}}',
  '{"cmd":"subscribe","topics":{"__proto__":null,"constructor":1}}',
  '{"cmd":["subscribe"],"topics":{}}',
  '{"cmd":"subscribe","topics":"course:1"}',
  '{"cmd":"unsubscribe","topics":[[],{},null,"user:"]}',
  `{"cmd":"subscribe","topics":${'['.repeat(7000)}${']'.repeat(7000)}}`,
  { cmd: 'subscribe', topics: { 'course:../../etc': null, "user:' or 1=1 --": 0 } },
].map(said)

const frame =
  (first: number, payload: Buffer, masked = true): Send =>
  (client) =>
    client.frame(first, payload, masked)

/** Frames that no browser sends: odd kinds, pieces, lengths and endings. */
const broken: readonly Send[] = [
  frame(0x82, Buffer.from('{"cmd":"heartbeat"}')),
  frame(0x82, Buffer.alloc(12_000, 0xff)),
  frame(0x81, Buffer.from([0xff, 0xfe, 0xc0])),
  frame(0x81, Buffer.alloc(17_000, 'x')),
  frame(0x81, Buffer.from('{}'), false),
  frame(0xf1, Buffer.from('{}')),
  frame(0x83, Buffer.from('?')),
  frame(0x89, Buffer.alloc(125, 'p')),
  frame(0x89, Buffer.alloc(200, 'p')),
  frame(0x8a, Buffer.alloc(0)),
  frame(0x88, Buffer.from([0])),
  frame(0x88, Buffer.from([0x03, 0xe7])),
  frame(0x88, Buffer.alloc(0)),
  frame(0x80, Buffer.from('an end without a beginning')),
  (client) => {
    client.frame(0x01, Buffer.from('{"cmd":'))
    client.frame(0x80, Buffer.from('"heartbeat"}'))
  },
  (client) => {
    for (let n = 0; n < 4; n++) client.frame(n ? 0x00 : 0x01, Buffer.alloc(6_000, 'y'))
  },
  (client) => {
    client.socket.write(Buffer.from([0x81, 0xff, 0, 0, 0, 1, 0, 0, 0, 0]))
  },
  (client) => {
    client.socket.write(Buffer.from([0x81, 0xfe]))
    client.socket.destroy()
  },
]

const flood: Send = (client) => {
  for (let n = 0; n < 150; n++) client.text('{"cmd":"heartbeat"}')
}

/** One thing that our pages never do with their socket. */
export function misbehave(client: RawSocket, random: () => number): void {
  const chance = random()
  const kind = chance < 0.5 ? manyTopics : chance < 0.75 ? pick(random, texts) : chance < 0.97 ? pick(random, broken) : flood
  if (!client.socket.destroyed) kind(client, random)
}
