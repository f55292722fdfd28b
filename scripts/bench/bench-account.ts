import { benchPassword, timed } from './bench-calls.ts'
import type { BenchServer } from './bench-server.ts'

let made = 0
const ADMINISTRATOR = '1000000000000000001'

/** The login of a second administrator: the reads of one person wait for each other. */
export async function writeAccount({ product, token }: { readonly product: BenchServer; readonly token: string }): Promise<string> {
  const { port } = product
  const username = `bench${++made}-${Date.now()}`
  const account = { username, password: benchPassword, confirmpassword: benchPassword, realname: '同事', selectedroles: ADMINISTRATOR }
  const departments = await timed<{ records: { id: string }[] }>({ port, token }, '/sys/sysDepart/list?pageSize=1')
  await timed({ port, token }, '/sys/user/add', { ...account, selecteddeparts: departments.result.records[0]?.id })
  const login = { username, password: benchPassword, captcha: '', checkKey: '' }
  return (await timed<{ token: string }>({ port, token: '' }, '/sys/login', login)).result.token
}
