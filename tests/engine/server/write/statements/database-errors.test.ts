import { expect, test } from 'vitest'
import { InvalidInput } from '../../../../../engine/server/errors.ts'
import { modelsOf } from '../../../../../engine/server/model/model.ts'
import { planTables } from '../../../../../engine/server/tables/plan-tables.ts'
import { translateDatabaseError } from '../../../../../engine/server/write/statements/database-errors.ts'
import { loadEntities } from '../../../../../src/server/database.ts'

const refusal = (message: string, more: object) => Object.assign(new Error(message), more)

const models = modelsOf(await loadEntities())
const rules = [...models.values()].flatMap((model) => model.unique.map((rule) => ({ model, rule })))

test('each unique rule has an index, and what that refuses is said in the sentence of the rule, on its field', () => {
  const tables = new Map(planTables(models).map((table) => [table.name, table]))
  expect(rules.length).toBeGreaterThan(30)
  for (const { model, rule } of rules) {
    const columns = [...rule.within, rule.own].map(({ column }) => column)
    const index = tables.get(model.table)?.indexes.find((one) => one.unique && one.columns.join() === columns.join())
    expect(index, `${model.name}.${rule.own.key}`).toBeDefined()
    const { name = '' } = index ?? {}
    const told = [
      refusal(`duplicate key value violates unique constraint "${name}"`, { code: '23505', constraint: name }),
      refusal(`UNIQUE constraint failed: ${columns.map((column) => `${model.table}.${column}`).join(', ')}`, {
        code: 'SQLITE_CONSTRAINT_UNIQUE',
      }),
    ]
    for (const error of told) expect(translateDatabaseError(error, model)).toEqual(new InvalidInput({ [rule.own.key]: rule.message }))
  }
})
