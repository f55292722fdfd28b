/** Matches the paths that a route answers: `/api/sys/dict/getDictItems/:dictCode`. */
export const patternOfPath = (url: string): RegExp =>
  new RegExp(
    `^${url
      .replace(/[.+^$()|[\]\\]/g, '\\$&')
      .replace(/:\w+/g, '[^/]+')
      .replace(/\*/g, '.*')}$`,
  )
