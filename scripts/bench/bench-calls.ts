/** Password of `admin` on every server that is measured. */
export const benchPassword = 'Bench-12345'

const sign = (token: string): Record<string, string> => (token === '' ? {} : { 'x-access-token': token })

/** One call, and the seconds from asking to the whole answer; a refusal ends the run. */
export async function timed<Result>(
  { port, token }: { readonly port: number; readonly token: string },
  path: string,
  body?: object,
): Promise<{ result: Result; seconds: number }> {
  const started = performance.now()
  const sent = body && { method: 'POST', body: JSON.stringify(body) }
  const headers = { ...sign(token), ...(body ? { 'content-type': 'application/json' } : {}) }
  const reply = await fetch(`http://127.0.0.1:${port}/api${path}`, { ...sent, headers })
  const answer: { success?: boolean; result: Result; message?: string } = JSON.parse(await reply.text())
  const seconds = (performance.now() - started) / 1000
  if (!answer.success) throw new Error(`${path} was refused: ${answer.message ?? ''}`)
  return { result: answer.result, seconds }
}

/** The token of `admin`. */
export async function benchSignIn(port: number): Promise<string> {
  const body = { username: 'admin', password: benchPassword, captcha: '', checkKey: '' }
  const { result } = await timed<{ token: string }>({ port, token: '' }, '/sys/login', body)
  return result.token
}
