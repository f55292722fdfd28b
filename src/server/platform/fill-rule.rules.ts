import { checkRow, type Fields } from '../../../engine/schema/index.ts'
import {
  defineRules,
  InvalidInput,
  Refused,
  type CallContext,
  type CallParams,
  type Change,
  type Engine,
  type Reader,
  type RuleContext,
  type Tx,
} from '../../../engine/server/index.ts'
import { fillRule } from '../../../schemas/platform/fill-rule.ts'
import { fillClasses, type FillParams } from './fill-classes.ts'

const paramFields = {
  prefix: { type: 'text', label: '前缀', max: 32 },
  name: { type: 'text', label: '名称', max: 100 },
  digits: { type: 'number', label: '位数', min: { is: 1, message: '位数不能小于1' }, max: { is: 12, message: '位数不能大于12' } },
} as const satisfies Fields

/** The params of a rule; those of the caller count before its own. */
function paramsOf(text: string | null, asked: Pick<FillParams, 'prefix' | 'name'> = {}): FillParams | string {
  const own: unknown = JSON.parse(text || '{}')
  // The field accepts nothing but an object.
  const { values, problems } = checkRow({ fields: paramFields }, own as Record<string, unknown>, 'add')
  const [problem] = Object.values(problems)
  if (problem !== undefined) return problem
  const { prefix, name, digits } = values
  return {
    ...(typeof prefix === 'string' && { prefix }),
    ...(typeof name === 'string' && { name }),
    ...(typeof digits === 'number' && { digits }),
    ...(asked.prefix && { prefix: asked.prefix }),
    ...(asked.name && { name: asked.name }),
  }
}

function guardParams(_context: RuleContext, changes: readonly Change<'fillRule'>[]): void {
  for (const change of changes) {
    const params = paramsOf(change.after?.ruleParams ?? null)
    if (typeof params === 'string') change.refuse(params, 'ruleParams')
  }
}

const lastOf = (db: Reader | Tx, code: string, series: string) =>
  db.selectFrom('sys_fill_number').select('last').where('rule_code', '=', code).where('series', '=', series).executeTakeFirst()

/** Takes numbers and answers the last: the row stays locked until the transaction ends, so that one that fails leaves no gap. */
async function take(tx: Tx, code: string, series: string, count = 1): Promise<number> {
  const { last } = await tx
    .insertInto('sys_fill_number')
    .values({ rule_code: code, series, last: count })
    .onConflict((conflict) =>
      conflict.columns(['rule_code', 'series']).doUpdateSet((e) => ({ last: e('sys_fill_number.last', '+', count) })),
    )
    .returning('last')
    .executeTakeFirstOrThrow()
  return last
}

async function generate(
  { now }: Pick<Engine, 'now'>,
  db: Reader | Tx,
  asked: { ruleCode: string; prefix?: string | null; name?: string | null },
  next: (series: string) => Promise<number>,
): Promise<string> {
  const rule = await db
    .selectFrom('sys_fill_rule')
    .select(['rule_class', 'rule_params'])
    .where('rule_code', '=', asked.ruleCode)
    .executeTakeFirst()
  if (!rule) throw new Refused('该编码不存在')
  const params = paramsOf(rule.rule_params, { prefix: asked.prefix ?? '', name: asked.name ?? '' })
  if (typeof params === 'string') throw new Refused(params)
  return fillClasses[rule.rule_class]({ params, now: now(), next })
}

/** The next codes of a rule, for rows that are added together: the numbers of a series are taken at once. */
export async function nextCodes(engine: Pick<Engine, 'now'>, tx: Tx, ruleCode: string, count: number): Promise<readonly string[]> {
  const taken = new Map<string, number>()
  const next = async (series: string) => {
    const first = taken.get(series) ?? (await take(tx, ruleCode, series, count)) - count + 1
    taken.set(series, first + 1)
    return first
  }
  const codes: string[] = []
  while (codes.length < count) codes.push(await generate(engine, tx, { ruleCode }, next))
  return codes
}

/** What the next code would be; a test uses no number up. */
async function testFillRule({ engine, params }: CallContext<CallParams<'fillRule', 'testFillRule'>>) {
  const { read } = engine.db
  const next = async (series: string) => ((await lastOf(read, params.ruleCode, series))?.last ?? 0) + 1
  const result = await generate(engine, read, params, next)
  return { result, message: result }
}

async function executeRuleByCode({ engine, params, once }: CallContext<CallParams<'fillRule', 'executeRuleByCode'>>) {
  return { result: await once((tx) => generate(engine, tx, params, (series) => take(tx, params.ruleCode, series))) }
}

const batchFields = {
  ruleCode: { type: 'text', label: '规则Code', required: '规则Code不能为空', max: 64 },
  formData: { type: 'json', shape: 'object', label: '参数', message: '请输入JSON字符串' },
} as const satisfies Fields
const mostRules = 100

interface AskedRule {
  readonly ruleCode: string
  readonly formData: string | null
}

/** The rules of a batch, each with its own params. */
function askedRules(text: string): AskedRule[] {
  const given: unknown = JSON.parse(text)
  const rows = Array.isArray(given) ? given : []
  if (rows.length > mostRules) throw new InvalidInput({ rules: `一次最多生成${mostRules}个编码` })
  return rows.map((row: unknown) => {
    const { values, problems } = checkRow({ fields: batchFields }, isRow(row) ? row : {}, 'add')
    const [problem] = Object.values(problems)
    if (problem !== undefined) throw new InvalidInput({ rules: problem })
    return { ruleCode: String(values['ruleCode']), formData: typeof values['formData'] === 'string' ? values['formData'] : null }
  })
}

const isRow = (row: unknown): row is Record<string, unknown> => typeof row === 'object' && row !== null

/** What a rule is told: its own params when there are any, otherwise those for all. */
function toldOf(own: string | null, common: string | null | undefined): Pick<FillParams, 'prefix' | 'name'> {
  const given = paramsOf(own && own !== '{}' ? own : (common ?? null))
  if (typeof given === 'string') throw new InvalidInput({ rules: given })
  return given
}

/** Several codes at once, all or none. Numbers are taken in the order of the codes, so that two batches cannot wait for each other. */
async function executeRuleByCodeBatch({ engine, params, once }: CallContext<CallParams<'fillRule', 'executeRuleByCodeBatch'>>) {
  const asked = askedRules(params.rules).map((rule) => ({ ...rule, told: toldOf(rule.formData, params.commonFormData) }))
  const order = [...asked.keys()].sort(
    (a, b) => compare(asked[a]?.ruleCode, asked[b]?.ruleCode) || compare(asked[a]?.told.prefix, asked[b]?.told.prefix) || a - b,
  )
  const result = await once(async (tx) => {
    const made = new Map<number, string>()
    for (const place of order) {
      const rule = asked[place]
      if (rule)
        made.set(place, await generate(engine, tx, { ruleCode: rule.ruleCode, ...rule.told }, (series) => take(tx, rule.ruleCode, series)))
    }
    return asked.map(({ ruleCode }, place) => ({ ruleCode, result: made.get(place) }))
  })
  return { result }
}

const compare = (a = '', b = ''): number => (a < b ? -1 : Number(a > b))

export const fillRuleRules = defineRules(fillRule, {
  beforeSave: guardParams,
  calls: { testFillRule, executeRuleByCode, executeRuleByCodeBatch },
})
