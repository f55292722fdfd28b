import { readlinkSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { basename } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { readFile, type FileRequest } from './read-file.ts'
import { Unreadable, type SheetColumn, type SourceRow } from './sheet.ts'

export interface WorkerRequest extends FileRequest {
  /** How many packs of rows are on their way, shared with the thread that takes them. */
  readonly underway: Int32Array
}

/** Messages from the reading thread; rows are packed as JSON. */
export type WorkerMessage =
  { readonly columns: readonly SheetColumn[] } | { readonly rows: Uint8Array } | { readonly sentence: string } | { readonly isRead: true }

/** The reader waits when so many packs have not been taken, so that a file is never held whole. */
const MOST_UNDERWAY = 4

const say = (message: WorkerMessage, moved: ArrayBuffer[] = []): void => parentPort?.postMessage(message, moved)
const { underway, ...request }: WorkerRequest = workerData

function send(rows: readonly SourceRow[]): void {
  for (let now = Atomics.load(underway, 0); now >= MOST_UNDERWAY; now = Atomics.load(underway, 0)) Atomics.wait(underway, 0, now)
  Atomics.add(underway, 0, 1)
  const packed = new TextEncoder().encode(JSON.stringify(rows))
  say({ rows: packed }, [packed.buffer])
}

/** Let Linux give the processor to threads that answer requests before this one. */
function giveWay(): void {
  if (process.platform !== 'linux') return
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // Where the system does not tell or allow it, files are read as before.
  }
}
giveWay()

try {
  await readFile(request, send, (columns) => say({ columns }))
  say({ isRead: true })
} catch (error) {
  if (!(error instanceof Unreadable)) throw error
  say({ sentence: error.message })
}
