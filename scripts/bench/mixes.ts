import type { BenchData } from './prepare-data.ts'
import type { LoadRequest } from './load.ts'

const base = '/api/inspect/bhFacility'
const MIX = 500

/** A repeatable pick that jumps about, so that no request is like the one before. */
const pick = <T>(from: readonly T[], n: number): T | undefined => from[(n * 7919) % from.length]

/** Pages of ten from all courses, the first pages of each, as the list screen asks for them. */
export function listMix({ courseIds, perCourse }: BenchData): LoadRequest[] {
  const pages = Math.max(1, Math.min(20, Math.floor(perCourse / 10)))
  return Array.from({ length: MIX }, (_, n) => ({
    method: 'GET',
    path: `${base}/list?courseId=${pick(courseIds, n) ?? ''}&pageNo=${(n % pages) + 1}&pageSize=10&column=facilityNum&order=asc`,
  }))
}

/** Pages of ten of all courses together, the first pages. */
export const listAllMix = (): LoadRequest[] =>
  Array.from({ length: MIX }, (_, n) => ({
    method: 'GET',
    path: `${base}/list?pageNo=${(n % 20) + 1}&pageSize=10&column=facilityNum&order=asc`,
  }))

/** Pages of ten of all courses, each counted anew: no two ask for the same exact total. */
export const uncountedMix = ({ courseIds }: BenchData): LoadRequest[] =>
  Array.from({ length: MIX }, (_, n) => ({
    method: 'GET',
    path: `${base}/list?courseId=${pick(courseIds, n) ?? ''}&pageNo=2&pageSize=10&column=facilityNum&order=asc&exactTotal={n}`,
  }))

/** Searches that find one row each. */
export const searchMix = ({ rare }: BenchData): LoadRequest[] =>
  rare.map((text) => ({ method: 'GET', path: `${base}/list?facilityName=${encodeURIComponent(`*${text}*`)}&pageNo=1&pageSize=10` }))

/** Filters that one row each equals, by a field whose values no index finds. */
export const unindexedMix = ({ rare }: BenchData): LoadRequest[] =>
  rare.map((text) => ({ method: 'GET', path: `${base}/list?facilityName=${encodeURIComponent(`光${text}`)}&pageNo=1&pageSize=10` }))

/** Single rows from all over the table. */
export const getMix = ({ sample }: BenchData): LoadRequest[] =>
  Array.from({ length: MIX }, (_, n) => ({ method: 'GET', path: `${base}/queryById?id=${pick(sample, n) ?? ''}` }))

/** The hand-written servers then answer a write from what they have, and do not read the row again. */
export const notReadAgain = (requests: readonly LoadRequest[]): LoadRequest[] =>
  requests.map((request) => ({ ...request, path: `${request.path}?answer=known` }))

/** Rows from all over the table, each given another value. */
export const editMix = ({ sample }: BenchData): LoadRequest[] =>
  Array.from({ length: MIX }, (_, n) => ({
    method: 'POST',
    path: `${base}/edit`,
    body: JSON.stringify({ id: pick(sample, n), property1: '第 {n} 排' }),
  }))

/** New rows, each with a number of its own. */
export const addMix = ({ courseIds }: BenchData): LoadRequest[] =>
  Array.from({ length: MIX }, (_, n) => ({
    method: 'POST',
    path: `${base}/add`,
    body: JSON.stringify({
      courseId: pick(courseIds, n),
      facilityNum: 'N{n}',
      facilityName: '函数发生器',
      property1: '第 1 排',
      property2: '正常',
    }),
  }))
