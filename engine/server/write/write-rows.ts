import { cleanerOf } from '../../fields/server.ts'
import type { Model, NewRows, Outcome } from '../contract.ts'
import { auditRows } from './after/audit.ts'
import { tellWrites } from './after/tell-writes.ts'
import { checkByRules, fillByRules } from './by-rule/by-rules.ts'
import { checkDictionaries } from './checks/check-dictionaries.ts'
import { checkExclusive, holdBookings } from './checks/check-exclusive.ts'
import { checkParents } from './checks/check-parents.ts'
import { checkReferences } from './checks/check-references.ts'
import { askUnique, checkUnique } from './checks/check-unique.ts'
import { checkDependants, deleteOwned, leaveForGood } from './checks/dependants.ts'
import { checkGuard } from './checks/guard.ts'
import { keepClean } from './checks/keep-clean.ts'
import { noteChanges, standing, type Draft } from './drafts/draft.ts'
import { makeDrafts } from './drafts/make-drafts.ts'
import type { PreparedRow } from './drafts/prepare-rows.ts'
import { addedLinks, dropLinks, writeLinks } from './statements/links.ts'
import { insertsOf } from './statements/insert-rows.ts'
import { addedRows, editedRows, removeRows, storeRows } from './statements/write-statements.ts'
import type { WriteStep, Write } from './step.ts'
import { giveCodes, renewCodesBelow } from './tree/tree-codes.ts'
import { checkCycle, refuseTogether, withSubtree } from './tree/tree-rows.ts'

/** Steps that see the same rows: a row reports everything that they find wrong with it. */
type Round = readonly WriteStep[]

/** The step, for entities that it applies to. */
const only =
  (has: (model: Model) => boolean, step: WriteStep): WriteStep =>
  (write, drafts) =>
    has(write.model) ? step(write, drafts) : undefined

const isTree = ({ entity }: Model): boolean => entity.tree !== undefined
const isPart = ({ entity }: Model): boolean => entity.openWhile !== undefined
const isCleaned = ({ stored }: Model): boolean => stored.some(({ field }) => cleanerOf(field) !== undefined)
const isBooked = ({ entity }: Model): boolean => entity.exclusive !== undefined

/** Everything that rows go through before they are stored, in this order. */
const rounds = {
  any: [[checkGuard, only(isPart, checkParents)]],
  save: [
    [noteChanges, askRules],
    [
      only(isCleaned, keepClean),
      keepDerived,
      noteChanges,
      // A tree's codes are unique, too, and are given later.
      only((model) => !isTree(model) && model.unique.length > 0, askUnique),
      only(({ references }) => references.length > 0, checkReferences),
      only(({ dictionaries }) => dictionaries.length > 0, checkDictionaries),
      only(isTree, checkCycle),
      only(({ checked }) => checked.length > 0, checkByRules),
    ],
    [only(isTree, giveCodes)],
    [only(({ unique }) => unique.length > 0, checkUnique)],
    [only(isBooked, checkExclusive)],
    // Last of all: a row that is refused uses no number up.
    [only(({ filled }) => filled.length > 0, fillByRules)],
  ],
  delete: [[askDeleteRules, checkDependants, only(isTree, refuseTogether)]],
  restore: [],
} satisfies Record<string, readonly Round[]>

/**
 * Take every named lock that this write needs before its first row is locked: locking rows first and then waiting for a name could
 * deadlock with a writer who holds the name and waits for the rows.
 */
async function holdFirst(write: Write, prepared: readonly PreparedRow[]): Promise<void> {
  const { context, model, ruleContext } = write
  const rule = context.rules[model.name]
  if (isTree(model)) await ruleContext.lock(`tree:${model.table}`)
  if (rule?.locks) {
    const rows = prepared.map(({ id, row }) => (id === undefined ? row : { ...row, id }))
    const names = new Set(await rule.locks(ruleContext, rows))
    for (const name of [...names].sort()) await ruleContext.lock(name)
  }
  if (isBooked(model)) await holdBookings(write, prepared)
}

/** Go through the rounds; answers the rows that no step refused. If refusals are not collected, the first one ends the write. */
async function pass(write: Write, all: readonly Draft[], asked: readonly Round[]): Promise<readonly Draft[]> {
  let drafts = all
  for (const round of asked) {
    for (const step of round) {
      const done = step(write, drafts)
      // Most have nothing to wait for; each wait costs a turn.
      if (done) await done
    }
    drafts = standing(drafts, write.request.onRefusal)
  }
  return drafts
}

function askRules({ context, model, ruleContext }: Write, drafts: readonly Draft[]) {
  return context.rules[model.name]?.beforeSave?.(ruleContext, drafts)
}

function askDeleteRules({ context, model, ruleContext }: Write, drafts: readonly Draft[]) {
  return context.rules[model.name]?.beforeDelete?.(ruleContext, drafts)
}

/** Set the kept fields that derive from the row itself. */
function keepDerived({ context: { derivations, now }, model }: Write, drafts: readonly Draft[]): void {
  for (const { key, field } of model.stored) {
    const derivation = field.derive && derivations[field.derive]
    if (!derivation) continue
    for (const { after } of drafts) if (after) after[key] = derivation.compute(after, now().slice(0, 10))
  }
}

/** Check and store rows that are added or edited, and record it; answers those that were stored. */
async function saveRows(write: Write, asked: readonly Draft[]): Promise<readonly Draft[]> {
  const { context, tx, model, request } = write
  const drafts = await pass(write, asked, rounds.save)
  const written = request.operation === 'add' ? drafts : drafts.filter((draft) => draft.changed.length)
  for (const draft of written) draft.version = draft.versionBefore + 1
  if (!written.length) return written
  if (request.staged) await request.staged.take(tx, [...waitingRows(write, written), auditRows(write, written)])
  else if (!model.links.length && !isTree(model)) await storeAlone(write, written)
  else {
    await storeRows(write, written, { statements: [], toTheEnd: false })
    if (model.links.length) await writeLinks(write, written)
    if (isTree(model)) await renewCodesBelow(write, written)
    await context.statements.together(tx, insertsOf(auditRows(write, written), write.context.dialect))
  }
  return written
}

/** What rows become in the tables that they will be stored in; edited ones that may wait have no links. */
const waitingRows = (write: Write, drafts: readonly Draft[]): NewRows[] =>
  write.request.operation === 'add' ? [addedRows(write, drafts), ...addedLinks(write, drafts)] : [editedRows(write, drafts)]

/**
 * Whether the transaction may end with the statements that store its only row. An update may not if its guard could still find the row
 * in another state; without one it finds the row as it was locked.
 */
const mayEnd = ({ context, tx, model, request, reread }: Write): boolean =>
  reread?.isLast === true && context.dialect === 'postgres' && !request.guard && !model.entity.feed && context.transactions.isSilent(tx)

/** Store rows to which nothing else belongs, together with their audit and with what is read of them afterwards. */
async function storeAlone(write: Write, written: readonly Draft[]): Promise<void> {
  const { context, model, reread } = write
  const [only, ...others] = written
  const isLast = !others.length && !context.rules[model.name]?.afterWrite
  const audits = insertsOf(auditRows(write, written), write.context.dialect)
  const rereads = reread && only && isLast ? [reread.statementOf(only.id)] : []
  const answers = await storeRows(write, written, { statements: [...audits, ...rereads], toTheEnd: isLast && mayEnd(write) })
  if (reread && isLast) reread.rows = answers[audits.length]?.rows
}

/** Check and delete, restore or purge rows, and record it, a tree node with all nodes below it; owned rows and links go with rows that leave for good. */
async function dropRows(write: Write, asked: readonly Draft[]): Promise<readonly Draft[]> {
  const { model, request } = write
  const going = request.operation === 'delete' && isTree(model) ? await withSubtree(write, asked) : asked
  const drafts = await pass(write, going, request.operation === 'restore' ? rounds.restore : rounds.delete)
  if (leaveForGood(write)) {
    await deleteOwned(write, drafts)
    await dropLinks(write, drafts)
  }
  await removeRows(write, drafts)
  await write.context.statements.together(write.tx, insertsOf(auditRows(write, drafts), write.context.dialect))
  return drafts
}

/**
 * Write a set of rows of one entity inside a transaction: check, scope, rules, statements, audit. Every write of every entity comes
 * through here.
 */
export async function writeRows(write: Write, prepared: readonly PreparedRow[]): Promise<Outcome[]> {
  const { model, request } = write
  await holdFirst(write, prepared)
  const asked = await makeDrafts(write, prepared)
  const allowed = await pass(write, asked, rounds.any)
  const saves = request.operation === 'add' || request.operation === 'edit'
  const written = await (saves ? saveRows : dropRows)(write, allowed)
  if (model.entity.feed) tellWrites(write, written)
  const rule = write.context.rules[model.name]
  if (rule?.afterWrite && written.length && !request.staged) await rule.afterWrite(write.ruleContext, written)
  return asked.map((draft) => draft.outcome(request.operation))
}
