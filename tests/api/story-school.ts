import type { CellValue } from '../../engine/server/transfer/sheet/sheet.ts'
import { sample, workbook } from '../engine/server/transfer/workbook-files.ts'
import { errorsOf, type Counted } from '../engine/server/transfer/school.ts'
import { testApp, type TestAnswer, type Method, type TestApp } from '../support/build-app.ts'
import type { DatabaseKind } from '../support/databases.ts'
import { addRow, password, roleId, stored, type WorldRow } from './world.ts'

export { errorsOf, stored, type WorldRow }

type Values = Readonly<Record<string, unknown>>
type Query = Readonly<Record<string, string | number>>

/** The people of the story by name. */
export type StoryPerson = 'admin' | 'teacher' | 'colleague' | 'stranger' | 'helper' | 'second'

/** The product during a term; every call is made by a person of the story, by default the teacher. */
export class StorySchool {
  readonly app: TestApp
  readonly tokens = new Map<StoryPerson, string>()
  /** Everything that the story has made so far, by its name in the story. */
  readonly made = new Map<string, string>()

  constructor(app: TestApp) {
    this.app = app
  }

  id(name: string): string {
    const id = this.made.get(name)
    if (id === undefined) throw new Error(`the story has not come to ${name}`)
    return id
  }

  call<Result = WorldRow>(
    method: Method,
    path: string,
    given: { body?: Values; query?: Query; who?: StoryPerson } = {},
  ): Promise<TestAnswer<Result>> {
    const { who = 'teacher', ...sent } = given
    return this.app.call<Result>(method, path, { ...sent, as: this.tokens.get(who) ?? '' })
  }

  /** Add a row and remember its id. */
  async add(name: string, base: string, body: Values, who: StoryPerson = 'teacher'): Promise<WorldRow> {
    const row = await addRow(this.app, base, { as: this.tokens.get(who) ?? '', body })
    this.made.set(name, row.id)
    return row
  }

  /** Make an account and sign in with it. */
  async hire(person: { username: StoryPerson; realname: string; role: string }, department: WorldRow): Promise<void> {
    const { username, realname, role } = person
    const secret = { password, confirmpassword: password }
    const place = { selectedroles: roleId(role), selecteddeparts: department.id }
    await this.add(username, '/sys/user', { username, realname, ...secret, ...place }, 'admin')
    this.tokens.set(username, await this.app.signIn(username, role, password))
  }

  /** A call that must succeed; answers its result. */
  async done<Result = WorldRow>(path: string, body: Values, who: StoryPerson = 'teacher'): Promise<Result> {
    const { body: answer } = await this.call<Result>('POST', path, { body, who })
    if (!answer.success) throw new Error(`${path}: ${answer.message}`)
    return answer.result
  }

  async get<Result = WorldRow>(path: string, query: Query, who: StoryPerson = 'teacher'): Promise<Result> {
    const { body } = await this.call<Result>('GET', path, { query, who })
    if (!body.success) throw new Error(`${path}: ${body.message}`)
    return body.result
  }

  async list(base: string, query: Query = {}, who: StoryPerson = 'teacher'): Promise<readonly WorldRow[]> {
    return (await this.get<{ records: WorldRow[] }>(`${base}/list`, { pageSize: 1000, ...query }, who)).records
  }

  /** The sentence of a call that must be refused. */
  async refusal(path: string, body: Values, who: StoryPerson = 'teacher'): Promise<string> {
    const { body: answer } = await this.call('POST', path, { body, who })
    if (answer.success) throw new Error(`${path} was not refused`)
    return answer.message
  }

  /** Import a sheet: a file of the tests by its name, or rows of cells. */
  async import(base: string, sheet: string | readonly (readonly CellValue[])[], within: Values = {}, who: StoryPerson = 'teacher') {
    const bytes = typeof sheet === 'string' ? sample(sheet) : await workbook(sheet)
    const data = new FormData()
    for (const [key, value] of Object.entries(within)) data.append(key, String(value))
    data.append('file', new Blob([Uint8Array.from(bytes)]), typeof sheet === 'string' ? sheet : '名单.xlsx')
    return this.app.call<Counted>('POST', `${base}/importExcel`, { as: this.tokens.get(who) ?? '', body: data })
  }
}

export const openStory = async (database: DatabaseKind): Promise<StorySchool> => {
  const app = await testApp({ database })
  const school = new StorySchool(app)
  school.tokens.set('admin', await app.signIn('admin', '1'))
  return school
}
