import type { FastifyInstance } from 'fastify'

/** No call of an application nests its values deeper; deeper bodies are attempts to break the code that walks through them. */
const DEEPEST = 64

/** Whether a value that was read from JSON is such an attempt. */
export function nestsTooDeep(value: unknown): boolean {
  let layer = [value]
  for (let depth = 0; layer.length > 0; depth++) {
    if (depth > DEEPEST) return true
    layer = layer.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []))
  }
  return false
}

/**
 * Read JSON bodies: without values that pollute prototypes, nested no deeper than 64 levels. Clients declare JSON even when they send
 * no body; an empty body is no body, not a broken one.
 */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.trim() === '') return done(null, undefined)
    void parse(request, body, (error, value) => {
      const refused = error ?? (nestsTooDeep(value) ? Object.assign(new Error('nested too deep'), { statusCode: 400 }) : null)
      done(refused, value)
    })
  })
}
