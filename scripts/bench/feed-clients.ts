/**
 * The clients of the live feed, as a process of its own: `node feed-clients.ts FILE` with the job in the file prints what
 * they saw. Teachers listen with the product's own client while students hand in; each event's number and time is kept.
 */
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { openFeed, type Feed } from '../../src/feed/connection.ts'
import type { FeedMessage } from '../../src/feed/messages.ts'
import type { FeedPeople, Listener, Submitter } from './prepare-feed.ts'

export interface FeedJob extends FeedPeople {
  /** `http://127.0.0.1:1234` of every node; a client that finds one gone goes to the next. */
  readonly nodes: readonly string[]
  readonly perSecond: number
  readonly seconds: number
}

export interface FeedSeen {
  readonly submitted: number
  readonly refused: readonly string[]
  /** Events handed to listeners. */
  readonly received: number
  /** Submissions that were acknowledged and never told to somebody who listens to their course. */
  readonly lost: number
  readonly doubled: number
  readonly holes: number
  readonly resyncs: number
  readonly reconnects: number
  /** Milliseconds from the end of the transaction to the listener, at these parts of all receipts. */
  readonly p50: number
  readonly p95: number
  readonly p99: number
  readonly most: number
}

interface Ear {
  readonly listener: Listener
  readonly feed: Feed
  readonly numbers: number[]
  /** `id version` of the results that were told. */
  readonly told: Set<string>
  counts: { doubled: number; resyncs: number; live: number }
}

function hear(job: FeedJob, listener: Listener, at: number, waits: number[]): Ear {
  let turn = at
  const numbers: number[] = []
  const told = new Set<string>()
  const counts = { doubled: 0, resyncs: 0, live: 0 }
  const take = (message: FeedMessage) => {
    if (message.cmd === 'resync') counts.resyncs++
    if (message.cmd === 'refused') throw new Error(`refused: ${message.message}`)
    if (message.cmd === 'subscribed') numbers.push(message.seq)
    if (message.cmd !== 'event') return
    waits.push(Date.now() - message.at)
    if ((numbers.at(-1) ?? 0) >= message.seq) counts.doubled++
    numbers.push(message.seq)
    told.add(`${message.id} ${message.version}`)
  }
  const feed = openFeed({
    userId: listener.userId,
    readToken: () => listener.token,
    fetchJson: () => Promise.reject(new Error('sockets only')),
    topics: [listener.topic],
    onMessage: take,
    onState: (state) => {
      if (state === 'live') counts.live++
    },
    get server() {
      return (job.nodes[turn++ % job.nodes.length] ?? '').replace('http', 'ws')
    },
  })
  return { listener, feed, numbers, told, counts }
}

/** Hand in once; where a node is gone, the same again at the next with the same key. Answers the version that it made. */
async function submit(job: FeedJob, { token, resultId, filePaths }: Submitter, n: number): Promise<number | string> {
  const headers = { 'content-type': 'application/json', 'x-access-token': token, 'idempotency-key': `bench-${n}` }
  const body = JSON.stringify({ id: resultId, filePaths })
  for (let tries = 0; tries < 6; tries++) {
    const node = job.nodes[(n + tries) % job.nodes.length] ?? ''
    try {
      const reply = await fetch(`${node}/api/inspect/bhInspectionResult/submit`, { method: 'POST', headers, body })
      const answer: { success: boolean; message: string; result?: { version: number } } = await reply.json()
      if (answer.success && answer.result) return answer.result.version
      if (reply.status < 500) return answer.message
    } catch {
      await pause(50)
    }
  }
  return '没有可用的节点'
}

interface Acknowledged {
  readonly topic: string
  readonly what: string
}

/** As many a second as the job says, whatever becomes of those before. */
async function submitAll(job: FeedJob): Promise<{ acknowledged: Acknowledged[]; refused: string[] }> {
  const acknowledged: Acknowledged[] = []
  const refused: string[] = []
  const under: Promise<void>[] = []
  const began = performance.now()
  for (let n = 0; n < job.perSecond * job.seconds; n++) {
    const submitter = job.submitters[n % job.submitters.length]
    if (!submitter) throw new Error('nobody hands in')
    await pause(Math.max(0, began + (n * 1000) / job.perSecond - performance.now()))
    under.push(
      submit(job, submitter, n).then((answer) => {
        if (typeof answer === 'string') refused.push(answer)
        else acknowledged.push({ topic: submitter.topic, what: `${submitter.resultId} ${answer}` })
      }),
    )
  }
  await Promise.all(under)
  return { acknowledged, refused }
}

async function waitFor(condition: () => boolean, seconds: number): Promise<void> {
  for (let tries = 0; tries < seconds * 20 && !condition(); tries++) await pause(50)
}

async function run(job: FeedJob): Promise<FeedSeen> {
  const waits: number[] = []
  const ears = job.listeners.map((listener, index) => hear(job, listener, index, waits))
  await waitFor(() => ears.every(({ numbers }) => numbers.length > 0), 20)
  const { acknowledged, refused } = await submitAll(job)
  const missing = () =>
    ears.reduce(
      (sum, { listener, told }) => sum + acknowledged.filter(({ topic, what }) => topic === listener.topic && !told.has(what)).length,
      0,
    )
  await waitFor(() => missing() === 0, 20)
  for (const { feed } of ears) feed.close()
  const holes = ears.reduce(
    (sum, { numbers }) => sum + numbers.filter((seq, index) => index > 0 && seq !== (numbers[index - 1] ?? 0) + 1).length,
    0,
  )
  const total = (key: 'doubled' | 'resyncs' | 'live') => ears.reduce((sum, { counts }) => sum + counts[key], 0)
  waits.sort((a, b) => a - b)
  const part = (share: number) => waits[Math.min(waits.length - 1, Math.floor(waits.length * share))] ?? Number.NaN
  return {
    submitted: acknowledged.length,
    refused: [...new Set(refused)],
    received: waits.length,
    lost: missing(),
    doubled: total('doubled'),
    holes,
    resyncs: total('resyncs'),
    reconnects: total('live') - ears.length,
    p50: part(0.5),
    p95: part(0.95),
    p99: part(0.99),
    most: part(1),
  }
}

if (import.meta.main) {
  const job: FeedJob = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'))
  console.log(JSON.stringify(await run(job)))
}
