import { Worker } from 'node:worker_threads'
import type { FileRequest } from './read-file.ts'
import { unpacked } from './sheet-rows.ts'
import { sentences, Unreadable, type SheetColumn, type SourceRow } from './sheet.ts'
import type { WorkerMessage, WorkerRequest } from './worker.ts'

const atOnce = 2
const patience = 90_000
const memoryMb = 512

let running = 0
const waiting: (() => void)[] = []

async function takeTurn(): Promise<void> {
  if (running < atOnce) running++
  else await new Promise<void>((resolve) => waiting.push(resolve))
}

function endTurn(): void {
  const next = waiting.shift()
  if (next) next()
  else running--
}

/** What a file's reader tells, in this order: the header, then rows in packs. */
interface FileListener {
  onHeader?(columns: readonly SheetColumn[]): void
  /** The next rows are read when these are taken. */
  onRows(rows: SourceRow[], packed: Uint8Array): unknown
}

function runWorker(request: FileRequest, { onHeader, onRows }: FileListener): Promise<void> {
  const bytes = Uint8Array.from(request.bytes)
  const underway = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const workerData: WorkerRequest = { ...request, bytes, underway }
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData,
    transferList: [bytes.buffer],
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  })
  let taken = Promise.resolve()
  let isEnded = false
  return new Promise<void>((resolve, reject) => {
    let left = patience
    /** Wait for the worker, all in all as long as patience lasts; answers how to wait no more. */
    const wait = () => {
      const began = performance.now()
      const timer = setTimeout(() => reject(new Unreadable(sentences.tooSlow)), left).unref()
      return () => {
        clearTimeout(timer)
        left -= performance.now() - began
      }
    }
    let stop = wait()
    const take = async (packed: Uint8Array): Promise<void> => {
      stop()
      await onRows(unpacked(packed), packed)
      Atomics.sub(underway, 0, 1)
      Atomics.notify(underway, 0)
      stop = wait()
    }
    const end = (how: () => void): void => {
      isEnded = true
      taken = taken.then(how)
    }
    worker.on('message', (message: WorkerMessage) => {
      if ('columns' in message) onHeader?.(message.columns)
      else if ('rows' in message) taken = taken.then(() => take(message.rows))
      else if ('sentence' in message) end(() => reject(new Unreadable(message.sentence)))
      else end(resolve)
      taken.catch(reject)
    })
    worker.on('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new Unreadable(sentences.bomb, { cause: error }) : error)
    })
    worker.on('exit', () => {
      stop()
      if (!isEnded) reject(new Unreadable(sentences.broken))
    })
  }).finally(() => worker.terminate())
}

/** Read an uploaded file in a worker thread with limited memory and time; two files at once, others wait. */
export async function readInWorker(
  request: FileRequest,
  onRows: FileListener['onRows'],
  onHeader?: FileListener['onHeader'],
): Promise<void> {
  await takeTurn()
  try {
    return await runWorker(request, { onRows, onHeader })
  } finally {
    endTurn()
  }
}
