import { isFollowing } from '../../engine/fields/computed.ts'
import { holds, type AnyCondition, type AnyEntity, type AnyField } from '../../engine/schema/index.ts'
import { loaded } from '../schemas/load.ts'
import type { TestApp } from '../support/build-app.ts'
import { addRow, password, roleId, type WorldRow } from './world.ts'

export type NewRow = Record<string, unknown>

/** A time that no other row of the factory has: a morning of a separate day. */
export function ownTime(n: number, hour: number): string {
  return `${new Date(Date.UTC(2030, 0, 1 + n)).toISOString().slice(0, 10)} ${String(hour).padStart(2, '0')}:00:00`
}

const patterned: Readonly<Record<string, (n: number) => string>> = {
  password: () => password,
  positive: (n) => String((n % 900) + 1),
  idNumber: () => '11010519491231002X',
  email: (n) => `p${n}@example.cn`,
}

/** Values that only fit each other: a data rule limits the rows of its menu's page, and can be read; an announcement is not over. */
const settled: Readonly<Record<string, NewRow | undefined>> = {
  gatewayRoute: { uri: 'http://192.0.2.1', predicates: '[{"name":"Path","args":["/a/**"]}]', filters: '[{"name":"Hystrix"}]' },
  permission: { component: 'system/UserList' },
  announcement: { startTime: '2026-09-01 08:00:00', endTime: '2099-01-01 00:00:00' },
  permissionRule: { ruleColumn: 'createBy', ruleConditions: '=', ruleValue: '#{sys_user_code}' },
}

/**
 * Makes rows that an entity accepts, from its fields alone. The rows they refer to are added first, through the front door,
 * with their required fields only (departments and people refer to each other). They are shared, so that everything belongs to
 * the same course; a reference that must be unique gets its own row, and one to rows that only the server adds stays empty.
 */
export class RowFactory {
  readonly #app: Pick<TestApp, 'call'>
  readonly #entities: ReadonlyMap<string, AnyEntity>
  readonly #shared = new Map<string, Promise<WorldRow>>()
  readonly #choices = new Map<string, Promise<readonly string[]>>()
  /** The token that may add rows of an entity. */
  readonly tokenFor: (entity: AnyEntity) => string
  /** Role of the accounts that rows point to. */
  #role: '2' | '3' = '3'
  #made: number
  /** Unique numbers have their own counter, so that they stay within their limits. */
  #numbers = 0

  constructor(given: {
    app: Pick<TestApp, 'call'>
    entities: readonly AnyEntity[]
    tokenFor: (entity: AnyEntity) => string
    from?: number
  }) {
    this.#app = given.app
    this.#entities = new Map(given.entities.map((entity) => [String(entity.name), entity]))
    this.tokenFor = given.tokenFor
    this.#made = given.from ?? 0
  }

  entity(name: string): AnyEntity {
    const found = this.#entities.get(name)
    if (!found) throw new Error(`no entity ${name}`)
    return found
  }

  #reference(field: AnyField): Promise<WorldRow> {
    if (!('to' in field)) throw new Error('not a reference')
    const known = this.#shared.get(field.to)
    if (known && !field.unique) return known
    const made = this.added(this.entity(field.to), 'required')
    if (!known && !field.unique) this.#shared.set(field.to, made)
    return made
  }

  /** A student in a session or with a mark must be in a class of its course. */
  async #enrolled(stuId: unknown): Promise<void> {
    const known = this.#shared.get('class') ?? this.added(this.entity('class'), 'required')
    this.#shared.set('class', known)
    const { base } = this.entity('classStudent').endpoints
    const body = { classId: (await known).id, stuId }
    const answer = await this.#app.call('POST', `${base}/add`, { as: this.tokenFor(this.entity('classStudent')), body })
    if (!answer.body.success && answer.status !== 422) throw new Error(`${base}/add refused: ${JSON.stringify(answer.body)}`)
  }

  /** The values of a dictionary. */
  choices(code: string): Promise<readonly string[]> {
    const known = this.#choices.get(code)
    if (known) return known
    const as = this.tokenFor(this.entity('user'))
    const asked = this.#app.call<readonly { value: string }[]>('GET', `/sys/dict/getDictItems/${code}`, { as })
    const made = asked.then(({ body }) => body.result.map(({ value }) => value))
    this.#choices.set(code, made)
    return made
  }

  /** Whether only one value fits, because other fields of the row depend on it. */
  isSettled(entity: AnyEntity, key: string): boolean {
    return key in (settled[entity.name] ?? {})
  }

  async #value(key: string, field: AnyField): Promise<unknown> {
    const n = ++this.#made
    switch (field.type) {
      case 'text':
      case 'longText':
        if (key === 'url') return `/url${n}`
        return field.pattern ? (patterned[field.pattern.is]?.(n) ?? `v${n}`) : `${key.slice(0, 8)}${n}`
      case 'number':
      case 'decimal':
        return field.unique ? ++this.#numbers : (field.max?.is ?? field.min?.is ?? n)
      case 'date':
        return field.notBefore || field.after ? '2026-12-31' : '2026-09-01'
      case 'dateTime':
        return field.notBefore || field.after ? '2026-09-01 10:00:00' : '2026-09-01 08:00:00'
      case 'select': {
        const first = Object.keys(field.options)[0] ?? ''
        return Number.isNaN(Number(first)) ? first : Number(first)
      }
      case 'dictionary': {
        const choices = await this.choices(field.code)
        return choices.includes('1') ? '1' : choices[0]
      }
      case 'reference':
        if (this.entity(field.to).endpoints.disable?.includes('add')) return undefined
        return (await this.#reference(field))[field.key ?? 'id']
      case 'multiReference':
        return field.to === 'role' ? roleId(this.#role) : (await this.#reference(field))[field.key ?? 'id']
      case 'phone':
        return `138${String(n).padStart(8, '0')}`
      case 'email':
        return patterned['email']?.(n)
      case 'secret':
        return password
      case 'switch':
        return 0
      case 'rows': {
        const cells = Object.entries(field.columns).map(async ([name, column]) => {
          if (column.type === 'list') return [name, column.keyed ? [{ key: 'a', value: 'b' }] : ['a']] as const
          return [name, await this.#value(name, column)] as const
        })
        return [Object.fromEntries(await Promise.all(cells))]
      }
      default:
        return undefined
    }
  }

  /**
   * Values for every field that a client may write, or for every stored field if only the server adds rows; not yet added.
   * `only: 'required'` leaves out the other fields.
   */
  async row(entity: AnyEntity, only?: 'required'): Promise<NewRow> {
    const row: NewRow = {}
    const byServer = entity.endpoints.disable?.includes('add')
    if (entity.name === 'courseTeacher') this.#role = '2'
    for (const [key, field] of Object.entries(entity.fields)) {
      if ((field.readonly === true && !byServer) || isFollowing(field) || (only === 'required' && !field.required)) continue
      const value = await this.#value(key, field)
      if (value !== undefined) row[key] = value
    }
    if (entity.name === 'courseTeacher') this.#role = '3'
    if (row['stuId'] && entity.name !== 'classStudent') await this.#enrolled(row['stuId'])
    for (const { from, to } of entity.exclusive ?? []) {
      const n = ++this.#made
      if (from in row && to in row) Object.assign(row, { [from]: ownTime(n, 8), [to]: ownTime(n, 10) })
    }
    const shown: Readonly<Record<string, AnyCondition | undefined>> = entity.form?.showWhen ?? {}
    for (const [key, condition] of Object.entries(shown)) {
      const defaults = Object.fromEntries(Object.entries(entity.fields).map(([name, field]) => [name, field.default ?? null]))
      if (!holds(condition, { ...defaults, ...row })) delete row[key]
    }
    return { ...row, ...settled[entity.name] }
  }

  /** A value for every param of a call. */
  async params(fields: Readonly<Record<string, AnyField>>): Promise<NewRow> {
    const made = await Promise.all(Object.entries(fields).map(async ([key, field]) => [key, await this.#value(key, field)] as const))
    return Object.fromEntries(made)
  }

  async added(entity: AnyEntity, only?: 'required'): Promise<WorldRow> {
    if (entity.endpoints.disable?.includes('add')) throw new Error(`${entity.name} has no add`)
    return addRow(this.#app, entity.endpoints.base, { as: this.tokenFor(entity), body: await this.row(entity, only) })
  }

  /** The query parameters that the screen of the entity’s list requires, with values from this row. */
  required(entity: AnyEntity, row: Readonly<Record<string, unknown>>): Record<string, string> {
    const asked = (entity.list.filters ?? []).flatMap((filter) => (typeof filter === 'object' && filter.required ? [filter.field] : []))
    return Object.fromEntries(asked.map((key) => [key, String(row[key] ?? '')]))
  }
}

/** Rows of every entity, made by someone who may: courses by a teacher, all others by an administrator. */
export async function productRows(app: TestApp): Promise<RowFactory> {
  const [admin, teacher] = [await app.signIn('admin', '1'), await app.signIn('admin', '2')]
  return new RowFactory({ app, entities: loaded, tokenFor: ({ name }) => (name === 'course' ? teacher : admin) })
}
