import { holds } from '../../schema/index.ts'
import type { Engine, Guard, Model, Outcome, RuleContext, Rules, Tx, WriteRequest } from '../contract.ts'
import { Refused } from '../errors.ts'
import type { ScopeCatalog } from '../query/row-scope.ts'
import { writeAudit } from './after/audit.ts'
import { checkDictionaries } from './checks/check-dictionaries.ts'
import { checkExclusive } from './checks/check-exclusive.ts'
import { checkParents } from './checks/check-parents.ts'
import { checkReferences } from './checks/check-references.ts'
import { checkUnique } from './checks/check-unique.ts'
import { checkDependants, ownedRows, pointersTo } from './checks/dependants.ts'
import { Draft, standing } from './drafts/draft.ts'
import { dropLinks, writeLinks } from './statements/links.ts'
import { holdFirst } from './hold-first.ts'
import { makeDrafts, noteChanges } from './drafts/make-drafts.ts'
import type { PreparedRow } from './drafts/prepare-rows.ts'
import { storedRows } from './statements/stored-rows.ts'
import { tellWrites } from './after/tell-writes.ts'
import { codesBelow, giveCodes } from './tree/tree-codes.ts'
import { checkCycle, descendantsOf } from './tree/tree-rows.ts'
import type { Transactions } from './watched-transactions.ts'
import { insertRows, removeRows, updateRow, type StatementAt } from './statements/write-statements.ts'

export interface Writers extends ScopeCatalog {
  readonly engine: Engine
  readonly rules: Readonly<Record<string, Rules>>
  readonly transactions: Pick<Transactions, 'tell'>
}

/** A request whose guard is settled. */
export type GuardedRequest = Omit<WriteRequest, 'guard'> & { readonly guard: Guard | undefined }

interface Work {
  readonly writers: Writers
  readonly tx: Tx
  readonly model: Model
  readonly request: GuardedRequest
  readonly statement: StatementAt
}

const doneAs = { add: 'added', edit: 'changed', delete: 'deleted', restore: 'restored', purge: 'purged' } as const

const ruleContext = ({ writers, tx, request }: Omit<Work, 'statement'>): RuleContext => ({
  tx,
  actor: request.actor,
  engine: writers.engine,
  operation: request.operation,
  byServer: request.fields === 'all',
  lock: (name) => writers.engine.db.lock(tx, name),
})

function checkGuard(drafts: readonly Draft[], guard: Guard | undefined): void {
  if (!guard) return
  for (const draft of drafts) if (draft.before && !holds(guard.when, draft.before)) draft.fail(new Refused(guard.otherwise))
}

/** Write down what follows from the row itself. */
function keepDerived({ derivations, now }: Writers, model: Model, drafts: readonly Draft[]): void {
  for (const { key, field } of model.stored) {
    const derivation = field.derive && derivations[field.derive]
    if (!derivation) continue
    for (const { after } of drafts) if (after) after[key] = derivation.compute(after, now().slice(0, 10))
  }
}

/** Check and write rows that are added or edited. */
async function saveRows(work: Work, all: readonly Draft[]): Promise<ReadonlyMap<string, number>> {
  const { writers, tx, model, request, statement } = work
  const onRefusal = request.onRefusal ?? 'throw'
  const context = ruleContext(work)
  noteChanges(model, all)
  let drafts = standing(all, onRefusal)
  await writers.rules[model.name]?.beforeSave?.(context, drafts)
  keepDerived(writers, model, drafts)
  noteChanges(model, drafts)
  await checkReferences({
    catalog: writers,
    tx,
    model,
    drafts: standing(drafts, onRefusal),
    actor: request.scope === 'none' ? undefined : request.actor,
  })
  await checkDictionaries(writers.engine, model, drafts)
  await checkCycle(tx, model, drafts)
  await giveCodes(tx, model, standing(drafts, onRefusal))
  await checkUnique(tx, model, standing(drafts, onRefusal))
  await checkExclusive({ catalog: writers, engine: writers.engine, tx, model, actor: request.actor }, standing(drafts, onRefusal))
  drafts = standing(drafts, onRefusal)
  const versions = new Map<string, number>()
  if (request.operation === 'add') {
    await insertRows(statement, drafts)
    for (const draft of drafts) versions.set(draft.id, 1)
  } else {
    for (const draft of drafts) if (draft.changed.length) versions.set(draft.id, await updateRow(statement, draft, request.guard))
  }
  const written = drafts.filter((draft) => versions.has(draft.id))
  await writeLinks(tx, model, written)
  const rows = await codesBelow(tx, model, written)
  await writers.engine.write({ ...request, rows, fields: 'all', scope: 'none', guard: 'none', onRefusal: 'throw' }, tx)
  return versions
}

/** A tree node leaves with all nodes below it. */
async function withSubtree(work: Work, drafts: readonly Draft[]): Promise<Draft[]> {
  const { writers, tx, model } = work
  const below = (
    await descendantsOf(
      tx,
      model,
      drafts.map((draft) => draft.id),
    )
  ).filter((id) => !drafts.some((draft) => draft.id === id))
  const rows = await storedRows(writers, tx, { model, ids: below, lock: true })
  return [...drafts, ...below.flatMap((id) => (rows.has(id) ? [new Draft(id, rows.get(id) ?? null, null)] : []))]
}

/** A subtree leaves whole or not at all. */
function refuseTogether(drafts: readonly Draft[]): void {
  const refusal = drafts.find((draft) => draft.refusal)?.refusal
  if (refusal) for (const draft of drafts) draft.fail(refusal)
}

/** Check and delete, restore or purge rows; owned rows and links go with rows that leave for good. */
async function dropRows(work: Work, all: readonly Draft[]): Promise<ReadonlyMap<string, number>> {
  const { writers, tx, model, request, statement } = work
  const { operation } = request
  const onRefusal = request.onRefusal ?? 'throw'
  const context = ruleContext(work)
  const forGood = operation === 'purge' || (operation === 'delete' && !model.binned)
  const pointers = pointersTo(writers.models, model)
  let drafts = standing(all, onRefusal)
  if (operation !== 'restore') {
    await writers.rules[model.name]?.beforeDelete?.(context, drafts)
    const keeps = typeof model.entity.bin === 'object' && model.entity.bin.dependants === 'keep' && !forGood
    if (!keeps) await checkDependants(tx, pointers, drafts)
    if (model.entity.tree) refuseTogether(drafts)
  }
  drafts = standing(drafts, onRefusal)
  if (!drafts.length) return new Map()
  if (forGood) {
    const ids = drafts.map((draft) => draft.id)
    for (const owned of await ownedRows(tx, pointers, ids)) {
      const operationOf = writers.engine.model(owned.entity).binned ? 'purge' : 'delete'
      await writers.engine.write(
        {
          entity: owned.entity,
          operation: operationOf,
          rows: owned.ids.map((id) => ({ id })),
          actor: request.actor,
          scope: 'none',
          where: 'none',
          guard: 'none',
        },
        tx,
      )
    }
    await dropLinks(tx, writers.models, model, ids)
  }
  await removeRows(statement, drafts, { operation, guard: request.guard })
  return new Map(drafts.map((draft) => [draft.id, Number(draft.before?.['version'] ?? 0) + 1]))
}

/**
 * Write a set of rows of one entity inside a transaction: check, scope, rules, statements, audit.
 * Every row of every entity, from whatever door, comes through here.
 */
export async function writeRows(work: Omit<Work, 'statement'>, prepared: readonly PreparedRow[], at: string): Promise<Outcome[]> {
  const { writers, tx, model, request } = work
  const statement: StatementAt = { tx, model, dialect: writers.dialect, username: request.actor.username, at }
  await holdFirst({ model, rules: writers.rules[model.name], context: ruleContext(work) }, prepared)
  const asked = await makeDrafts({ catalog: writers, tx, model, request, prepared })
  checkGuard(asked, request.guard)
  if (request.unlocked !== 'all') await checkParents({ catalog: writers, tx, model }, asked)
  const drafts = request.operation === 'delete' && model.entity.tree ? await withSubtree({ ...work, statement }, asked) : asked
  const saves = request.operation === 'add' || request.operation === 'edit'
  const versions = await (saves ? saveRows : dropRows)({ ...work, statement }, drafts)
  const written = drafts.filter((draft) => versions.has(draft.id))
  const entries = written.map((draft) => ({ draft, version: versions.get(draft.id) ?? 1 }))
  await writeAudit(tx, model, entries, { ...request, at })
  if (model.entity.feed) tellWrites({ tell: (item) => writers.transactions.tell(tx, item), model, request }, entries)
  if (written.length) await writers.rules[model.name]?.afterWrite?.(ruleContext(work), written)
  return asked.map((draft) => outcomeOf(draft, request, versions.get(draft.id)))
}

function outcomeOf(draft: Draft, request: GuardedRequest, version: number | undefined): Outcome {
  if (draft.refusal) return draft.refusedOutcome()
  if (version === undefined) return { id: draft.id, outcome: 'unchanged', version: Number(draft.before?.['version'] ?? 0), changed: [] }
  return { id: draft.id, outcome: doneAs[request.operation], version, changed: draft.changed }
}
