import type { Hidden, Hiding, Model } from '../../../../engine/server/index.ts'
import { scopeTitles } from '../../scopes.ts'
import type { Reason } from './reason.ts'
import type { Sources } from './sources.ts'

interface WrittenRule {
  readonly id: string
  readonly text: string
  readonly menu: string
}

/** The rules that hide something, as an administrator wrote them. */
async function writtenRules({ db, access }: Sources, hidden: readonly Hidden[]): Promise<ReadonlyMap<string, WrittenRule>> {
  const ids = new Set(
    hidden.flatMap((one) => (one === 'missing' ? [] : one.flatMap((hiding) => (hiding.by === 'rule' ? [hiding.rule] : [])))),
  )
  if (!ids.size) return new Map()
  const rows = await db.read
    .selectFrom('sys_permission_data_rule')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute()
  const names = new Map((await access.nodes()).map((node) => [node.id, node.name]))
  return new Map(
    rows.map((row) => {
      const test = row.rule_conditions === 'USE_SQL_RULES' ? row.rule_value : `${row.rule_column} ${row.rule_conditions} ${row.rule_value}`
      return [row.id, { id: row.id, text: `“${row.rule_name}”（${test}）`, menu: names.get(row.permission_id) ?? '' }]
    }),
  )
}

function reasonOf(model: Model, hiding: Hiding, rules: ReadonlyMap<string, WrittenRule>): Reason {
  if (hiding.by === 'bin') return { kind: 'bin', text: '该记录在回收站中', change: { text: '在回收站中还原该记录' } }
  if (hiding.by === 'kind') return { kind: 'kind', text: `该记录不属于“${model.entity.title}”` }
  if (hiding.by === 'scope') return { kind: 'scope', text: scopeTitles[hiding.word] ?? `该记录不在数据范围“${hiding.word}”内` }
  const rule = rules.get(hiding.rule)
  return {
    kind: 'rule',
    text: `数据规则${rule?.text ?? ''}不包含该记录`,
    change: { text: `角色管理 → 授权 → ${rule?.menu ?? ''} → 数据规则，取消勾选；或在菜单管理中修改该规则` },
  }
}

/** Why a row does not exist for each of these people, in the words of those who made it so. */
export async function hiddenReasons(sources: Sources, model: Model, hidden: readonly Hidden[]): Promise<Reason[][]> {
  const rules = await writtenRules(sources, hidden)
  return hidden.map((one) =>
    one === 'missing'
      ? [{ kind: 'missing', text: '没有这条记录，它可能已被彻底删除' }]
      : one.map((hiding) => reasonOf(model, hiding, rules)),
  )
}
