import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { AwsClient } from 'aws4fetch'
import { Refused, Unavailable } from '../../../engine/server/index.ts'
import { wordsOf, type Warn } from '../warn.ts'
import type { Storage } from './storage.ts'

/** How long a storage may take until it begins to answer, once it has what was sent; that arrives at this speed at least, in bytes a millisecond. */
const PATIENCE = 10_000
const SLOWEST = 100
/** A storage that says it cannot just now is asked once more. */
const TRIES = 2
const away = '文件存储暂时不可用，请稍后再试'
/** What is said of a storage that is not there, or does not let us in. */
export const wrongStorage = '上传失败,请检查配置信息是否正确!'

/** What failed below the request says more than the request does. */
const wordsWithCause = (error: unknown): string =>
  error instanceof Error && error.cause instanceof Error ? `${error.message}（${error.cause.message}）` : wordsOf(error)

interface Asked {
  readonly method: 'GET' | 'PUT' | 'DELETE'
  readonly body?: Uint8Array<ArrayBuffer>
  readonly headers?: Readonly<Record<string, string>>
}

/** A client of one bucket; its answers have begun to arrive, and are no faults of the storage. */
function openBucket(address: string, warn: Warn): (path: string, asked: Asked) => Promise<Response> {
  const url = new URL(address)
  const client = new AwsClient({
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
    service: 's3',
    region: url.searchParams.get('region') ?? 'us-east-1',
  })
  const bucket = `${url.origin}${url.pathname.replace(/\/$/, '')}`
  const fail = (reason: string): never => {
    warn(`文件存储 ${bucket} 没有完成请求：${reason}`)
    throw new Unavailable(away)
  }
  // The library's own fetch hands the signal on only until the next garbage collection.
  const send = async (path: string, asked: Asked, signal: AbortSignal) =>
    fetch(await client.sign(`${bucket}/${path}`, { ...asked }), { redirect: 'error', signal })
  return async (path, asked) => {
    const patience = new AbortController()
    const timer = setTimeout(() => patience.abort(new Error('timeout')), PATIENCE + (asked.body?.length ?? 0) / SLOWEST)
    try {
      for (let tries = 1; ; tries++) {
        const answer = await send(path, asked, patience.signal).catch((error: unknown) => fail(wordsWithCause(error)))
        if (answer.status < 500 && answer.status !== 429) return answer
        const words = await answer.text()
        if (tries === TRIES) fail(`HTTP ${answer.status} ${words}`)
      }
    } finally {
      clearTimeout(timer)
    }
  }
}

/** A bucket of an S3-compatible storage, by an address such as `https://KEY:SECRET@host/bucket?region=us-east-1`. */
export function openS3(address: string, warn: Warn): Storage {
  const ask = openBucket(address, warn)
  const refuse = async (answer: Response): Promise<never> => {
    warn(`文件存储拒绝了请求：HTTP ${answer.status} ${await answer.text()}`)
    throw new Refused(wrongStorage)
  }
  return {
    async keep(path, place, type) {
      const body = await readFile(place)
      // The storage compares it with what arrives, so that nothing is kept in part.
      const hash = createHash('sha256').update(body).digest('hex')
      const answer = await ask(path, { method: 'PUT', body, headers: { 'content-type': type, 'x-amz-content-sha256': hash } })
      if (!answer.ok) return refuse(answer)
      await answer.body?.cancel()
    },
    async read(path) {
      const answer = await ask(path, { method: 'GET' })
      if (answer.ok && answer.body) return Readable.from(answer.body)
      if (answer.status !== 404) return refuse(answer)
      await answer.body?.cancel()
      return undefined
    },
    async remove(path) {
      const answer = await ask(path, { method: 'DELETE' })
      if (!answer.ok) return refuse(answer)
      await answer.body?.cancel()
    },
  }
}
