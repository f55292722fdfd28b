import { Worker } from 'node:worker_threads'
import type { FileRequest, FileSummary } from './read-file.ts'
import { sentences, Unreadable, type SourceRow } from './sheet.ts'
import type { WorkerMessage } from './worker.ts'

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

function runWorker(request: FileRequest, onRows: (rows: SourceRow[]) => void): Promise<FileSummary> {
  const bytes = Uint8Array.from(request.bytes)
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: { ...request, bytes },
    transferList: [bytes.buffer],
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  })
  return new Promise<FileSummary>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Unreadable(sentences.tooSlow)), patience)
    worker.on('message', (message: WorkerMessage) => {
      if ('rows' in message) onRows(message.rows)
      else if ('summary' in message) resolve(message.summary)
      else reject(new Unreadable(message.sentence))
    })
    worker.on('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new Unreadable(sentences.bomb, { cause: error }) : error)
    })
    worker.on('exit', () => {
      clearTimeout(timer)
      reject(new Unreadable(sentences.broken))
    })
  }).finally(() => worker.terminate())
}

/** Read an uploaded file in a worker thread with limited memory and time; two files at once, others wait. */
export async function readInWorker(request: FileRequest, onRows: (rows: SourceRow[]) => void): Promise<FileSummary> {
  await takeTurn()
  try {
    return await runWorker(request, onRows)
  } finally {
    endTurn()
  }
}
