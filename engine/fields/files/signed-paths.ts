import { useEffect, useState } from 'react'
import { api } from '../../client/api.ts'

/** Signed addresses live a few minutes; an older one is asked for again. */
const freshFor = 240_000
const mostAtOnce = 500

const signed = new Map<string, { readonly url: string; readonly at: number }>()
const waiting = new Map<string, Promise<string | undefined>>()
let batch: { readonly paths: Set<string>; readonly answer: Promise<Record<string, string>> } | undefined

function openBatch(): NonNullable<typeof batch> {
  const paths = new Set<string>()
  const answer = new Promise<void>((resolve) => setTimeout(resolve, 10)).then(() => {
    batch = undefined
    return api.post<Record<string, string>>('/sys/common/sign', { paths: [...paths] })
  })
  return { paths, answer }
}

/** The address of one private file; requests of one moment travel together. Undefined where it may not be opened. */
function sign(path: string): Promise<string | undefined> {
  const pending = waiting.get(path)
  if (pending) return pending
  if (!batch || batch.paths.size >= mostAtOnce) batch = openBatch()
  batch.paths.add(path)
  const asked = batch.answer
    .then((urls) => {
      const url = urls[path]
      if (url) signed.set(path, { url, at: Date.now() })
      return url
    })
    .catch(() => undefined)
    .finally(() => waiting.delete(path))
  waiting.set(path, asked)
  return asked
}

const known = (path: string): string | undefined => {
  if (/^(https?:|data:|blob:|\/)/.test(path)) return path
  const entry = signed.get(path)
  return entry && Date.now() - entry.at < freshFor ? entry.url : undefined
}

/** Addresses of stored files by path, once they are known. */
export function useSignedPaths(paths: readonly string[]): ReadonlyMap<string, string> {
  const [, repaint] = useState(0)
  const key = paths.join(',')
  useEffect(() => {
    let mounted = true
    const missing = key.split(',').filter((path) => path !== '' && !known(path))
    if (missing.length > 0) void Promise.all(missing.map(sign)).then(() => mounted && repaint((count) => count + 1))
    return () => {
      mounted = false
    }
  }, [key])
  return new Map(paths.flatMap((path) => (known(path) ? [[path, known(path) ?? '']] : [])))
}

const givenNames = new Map<string, string>()

/** Keep the name that a file had before it was stored under a name of the server's. */
export const rememberName = (path: string, name: string): void => void givenNames.set(path, name)

/** What to call a file: its own name where this page uploaded it, else the last part of its path. */
export const fileName = (path: string): string => givenNames.get(path) ?? path.split('/').pop() ?? path
