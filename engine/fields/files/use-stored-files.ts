import { useEffect, useState } from 'react'
import { api, currentToken } from '../../browser/api.ts'

/** Signed addresses live a few minutes; an older one is asked for again. */
const freshFor = 240_000
const mostAtOnce = 500

/** The address at which a file can be opened now, and the name that its sender gave it. */
export interface StoredFile {
  readonly url: string
  readonly name: string
}

const signed = new Map<string, StoredFile & { readonly at: number }>()
let signedFor: string | null = null

/** The addresses of this login by path; those of another one open nothing any more. */
function ownAddresses(): typeof signed {
  const token = currentToken()
  if (token !== signedFor) signed.clear()
  signedFor = token
  return signed
}

const waiting = new Map<string, Promise<StoredFile | undefined>>()
let batch: { readonly paths: Set<string>; readonly answer: Promise<Record<string, StoredFile>> } | undefined

function openBatch(): NonNullable<typeof batch> {
  const paths = new Set<string>()
  const answer = new Promise<void>((resolve) => setTimeout(resolve, 10)).then(() => {
    batch = undefined
    return api.post<Record<string, StoredFile>>('/sys/common/sign', { paths: [...paths] })
  })
  return { paths, answer }
}

/** One private file, ready to be opened; undefined if the user may not open it. Requests made at the same time travel together. */
function sign(path: string): Promise<StoredFile | undefined> {
  const pending = waiting.get(path)
  if (pending) return pending
  if (!batch || batch.paths.size >= mostAtOnce) batch = openBatch()
  batch.paths.add(path)
  const token = currentToken()
  const answer = batch.answer
    .then((files) => {
      const file = files[path]
      if (file && token === currentToken()) ownAddresses().set(path, { ...file, at: Date.now() })
      return file
    })
    .catch(() => undefined)
    .finally(() => waiting.delete(path))
  waiting.set(path, answer)
  return answer
}

const lastPart = (path: string): string =>
  path
    .replace(/[?#].*$/, '')
    .split('/')
    .pop() ?? path

const isAddress = (path: string): boolean => /^(https?:|data:|blob:|\/)/.test(path)

/** Whether a file has no address that will open it for a while. */
const isDue = (path: string): boolean => path !== '' && !isAddress(path) && Date.now() - (ownAddresses().get(path)?.at ?? 0) >= freshFor

/** Stored files by path, once they are known; what is known stays while a newer address is on its way. */
export function useStoredFiles(paths: readonly string[]): ReadonlyMap<string, StoredFile> {
  const [, repaint] = useState(0)
  const due = paths.filter(isDue).join(',')
  useEffect(() => {
    let mounted = true
    if (due) void Promise.all(due.split(',').map(sign)).then(() => mounted && repaint((count) => count + 1))
    return () => {
      mounted = false
    }
  }, [due])
  return new Map(
    paths.flatMap((path) => {
      const file = isAddress(path) ? { url: path, name: lastPart(path) } : ownAddresses().get(path)
      return file ? [[path, file]] : []
    }),
  )
}

/** What to call a file while its own name is unknown: never the name that the server made up. */
export const nameless = (path: string): string => `附件${/\.\w+$/.exec(path)?.[0] ?? ''}`
