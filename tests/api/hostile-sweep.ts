import { readSheet } from '../../engine/server/transfer/sheet/workbook.ts'
import { workbook } from '../engine/server/transfer/workbook-files.ts'
import type { TestAnswer, TestApp } from '../support/build-app.ts'
import { raisingBodies, hostileRow, type Aim } from './hostile-bodies.ts'
import type { AppRoute } from './routes.ts'
import { securityChanges, securityState, type SecurityState } from './security-state.ts'

export interface Attack {
  readonly routes: readonly AppRoute[]
  readonly aims: readonly Aim[]
  readonly names: { readonly roleName: string; readonly departName: string }
  /** What is wrong with a change, if anything. */
  judge(before: SecurityState, after: SecurityState): readonly string[]
  /** A login of the actor that is good; undefined for someone without one. */
  token(): Promise<string | undefined>
  /** Whether the actor's rights let the call begin; of the others one refusal is enough. */
  may(route: AppRoute): boolean
}

/** Leaving is no attack. */
const ends = /\/(logout|viewAs\/\w+)$/
/** What takes its victim away comes last, so that the others find theirs. */
const takes = (route: AppRoute): number =>
  Number(route.method === 'DELETE' || /delete|purge|remove|force|frozen|disable|unbind/i.test(route.path))

/** Titles that no template has, for what a sheet must not write. */
const foreign = [
  '角色',
  '角色编码',
  '密码',
  '登录密码',
  '状态',
  '身份',
  '负责部门',
  '创建人',
  '版本',
  '权限',
  'selectedroles',
  'userIdentity',
]

async function titlesOf(app: TestApp, route: AppRoute, as: string | undefined): Promise<string[]> {
  const base = route.path.slice(0, route.path.lastIndexOf('/'))
  const answer = await app.call('GET', `${base}/importTemplate`, as ? { as } : {})
  if (!String(answer.headers['content-type']).includes('sheet')) return []
  const rows: string[][] = []
  for await (const { cells } of readSheet(new Uint8Array(answer.raw), 'xlsx')) rows.push(cells.map(String))
  return rows[1] ?? []
}

function addressOf(path: string, aim: Aim): string {
  const parts: Readonly<Record<string, string | undefined>> = {
    roleId: aim.departRoles[0],
    departId: aim.departs[0],
    functionId: aim.nodes[0],
    id: aim.user.id,
  }
  return path.replace(/\{(\w+|\*)\}/g, (_, name: string) => parts[name] ?? 'x')
}

/** Sends everything hostile to a route and answers how many calls succeeded. */
async function attackRoute(app: TestApp, route: AppRoute, { aims, names, token, may }: Attack): Promise<number> {
  let done = 0
  let as = await token()
  const send = async (address: string, body: unknown): Promise<TestAnswer<unknown>> => {
    const sent =
      route.method === 'DELETE' ? { query: Object.fromEntries(Object.entries(Object(body)).map(([k, v]) => [k, String(v)])) } : { body }
    const answer = await app.call(route.method, address, { ...sent, ...(as ? { as } : {}) })
    if (answer.status >= 500) throw new Error(`${route.name} faults: ${JSON.stringify(body)}`)
    if (as && answer.status === 401) as = await token()
    done += Number(answer.body.success)
    return answer
  }
  const sheets = route.isUpload ? await titlesOf(app, route, as) : []
  for (const aim of may(route) ? aims : aims.slice(0, 1)) {
    const address = addressOf(route.path, aim)
    if (!route.isUpload)
      for (const body of may(route) ? raisingBodies(route, aim) : [raisingBodies(route, aim)[0]]) await send(address, body)
    else
      for (const titles of [sheets, [...new Set([...sheets, ...foreign])]]) {
        const form = new FormData()
        form.append('file', new Blob([Uint8Array.from(await workbook([[...titles], hostileRow(titles, aim, names)]))]), '行.xlsx')
        const { body } = await send(address, form)
        const { job } = Object(body.result)
        const commit = address.replace(/importCheck$/, 'importCommit')
        if (job && commit !== address)
          for (const mode of ['good', 'all']) await app.call('POST', commit, { body: { job, mode }, ...(as ? { as } : {}) })
        done += Number(Boolean(job))
      }
  }
  // Whatever ended the login is part of what this route did.
  await token()
  return done
}

/** Everything hostile over every route that writes; answers what went wrong, and how many routes let something through. */
export async function attack(app: TestApp, plan: Attack): Promise<{ faults: string[]; answered: number }> {
  const faults: string[] = []
  const writing = plan.routes.filter(({ method, path }) => method !== 'GET' && !ends.test(path))
  let before = await securityState(app)
  let answered = 0
  const look = async (where: string) => {
    const after = await securityState(app)
    const wrong = plan.judge(before, after)
    if (wrong.length) faults.push(`${where}: ${wrong.join(', ')}; ${securityChanges(before, after).slice(0, 6).join('; ')}`)
    before = after
  }
  for (const route of writing.toSorted((one, other) => takes(one) - takes(other))) {
    if ((await attackRoute(app, route, plan)) === 0) continue
    answered++
    await look(route.name)
  }
  await look('the calls that were refused')
  return { faults, answered }
}
