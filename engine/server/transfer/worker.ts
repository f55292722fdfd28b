import { parentPort, workerData } from 'node:worker_threads'
import { readFile, type FileRequest, type FileSummary } from './read-file.ts'
import { Unreadable, type SourceRow } from './sheet.ts'

/** Messages from the reading thread. */
export type WorkerMessage = { readonly rows: SourceRow[] } | { readonly summary: FileSummary } | { readonly sentence: string }

const say = (message: WorkerMessage): void => parentPort?.postMessage(message)
const request: FileRequest = workerData

try {
  say({ summary: await readFile(request, (rows) => say({ rows })) })
} catch (error) {
  if (!(error instanceof Unreadable)) throw error
  say({ sentence: error.message })
}
