import { alertOf, checkRow } from '../../../schema/check-row.ts'
import type { WireRow } from '../../../schema/index.ts'
import type { Model, WriteRequest } from '../../contract.ts'
import { AppError, InvalidInput, NotFound, Refused } from '../../errors.ts'
import { starred } from '../../query/mask.ts'
import { rowByOwnNames } from '../../model/field-aliases.ts'
import { textOf } from '../../text-of.ts'
import { withRefusals } from './refused-values.ts'
import { mayBeWaived } from '../../model/waived-fields.ts'
import { Draft } from './draft.ts'
import { readLinks } from '../statements/links.ts'
import { newId } from '../statements/new-id.ts'
import { storedRows } from '../statements/stored-rows.ts'
import type { Write } from '../step.ts'
import { mergeEdit } from './merge.ts'
import type { PreparedRow } from './prepare-rows.ts'
import { commaList } from '../../../fields/comma-list.ts'

function waived(model: Model, { waive = [] }: Pick<WriteRequest, 'waive'>): readonly string[] {
  for (const key of waive) {
    const field = model.entity.fields[key]
    if (!field || !mayBeWaived(field)) throw new Error(`${model.name}.${key} cannot be waived`)
  }
  return waive
}

function addDraft({ model, request }: Write, row: PreparedRow): Draft {
  const id = (request.fields === 'all' ? row.id : undefined) ?? newId()
  const { values, problems } = withRefusals(model, checkRow(model.entity, row.row, 'add', { fields: request.fields }))
  for (const key of waived(model, request)) if (!row.row[key]) delete problems[key]
  const draft = new Draft(id, null, { ...values, ...row.secrets, ...model.entity.where, [model.id]: id, id })
  if (Object.keys(problems).length) draft.fail(new InvalidInput(problems, alertOf(model.entity, problems)))
  return draft
}

/** A stored value as the writer sees it: masked if it is a masked field and they lack the permission. */
function starredFor(model: Model, { actor }: Pick<WriteRequest, 'actor'>) {
  const whole = actor.permissions.has(`${model.permission}:unmask`)
  return (key: string, value: unknown): unknown =>
    model.entity.fields[key]?.mask && !whole && typeof value === 'string' ? starred(value) : value
}

/** A masked value that comes back as it was shown is not a change. */
function unstarred(model: Model, row: WireRow, stored: WireRow): WireRow {
  const isStarred = (key: string): boolean => {
    const before = stored[key]
    return typeof before === 'string' && row[key] === starred(before)
  }
  const shown = model.masked.filter(isStarred)
  return shown.length ? Object.fromEntries(Object.entries(row).filter(([key]) => !shown.includes(key))) : row
}

/** The relation that the write changes, with the links that the row has now. */
function relinked({ link }: Pick<WriteRequest, 'link'>, stored: WireRow): WireRow {
  if (!link) return {}
  const { does, relation, other, otherwise } = link
  const present = commaList(textOf(stored[relation]))
  if (does === 'unlink' && otherwise !== undefined && !present.includes(other)) throw new Refused(otherwise)
  const rest = present.filter((id) => id !== other)
  return { [relation]: (does === 'link' ? [...rest, other] : rest).toSorted().join(',') }
}

function editDraft({ model, request }: Write, row: PreparedRow, stored: WireRow): Draft {
  const id = String(row.id)
  const checked = checkRow(model.entity, unstarred(model, row.row, stored), 'edit', { stored, fields: request.fields })
  const { values, problems } = withRefusals(model, checked, stored)
  for (const key of waived(model, request)) {
    if (row.row[key] !== null) continue
    delete problems[key]
    values[key] = null
  }
  try {
    Object.assign(values, relinked(request, stored))
    if (Object.keys(problems).length) throw new InvalidInput(problems, alertOf(model.entity, problems))
    const after = mergeEdit({
      id,
      stored,
      values,
      unasked: (key) => !Object.hasOwn(row.row, key) || key in row.secrets,
      base: row.base,
      version: row.version,
      shown: starredFor(model, request),
    })
    return new Draft(id, stored, { ...after, ...row.secrets })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const draft = new Draft(id, stored, stored)
    draft.fail(error)
    return draft
  }
}

/** The row by its fields' own names, whichever names its sender uses. */
const named = (model: Model, row: PreparedRow, stored: WireRow = {}): PreparedRow => ({
  ...row,
  row: rowByOwnNames(model, row.row, stored),
  base: row.base && rowByOwnNames(model, row.base),
})

/** Match the rows of a request with the stored rows; a row out of scope is refused like one that does not exist. */
export async function makeDrafts(write: Write, prepared: readonly PreparedRow[]): Promise<Draft[]> {
  const { context, tx, model, request } = write
  if (request.operation === 'add') return prepared.map((row) => addDraft(write, named(model, row)))
  const ids = prepared.map((row) => row.id ?? '')
  const binned = request.operation === 'restore' || request.operation === 'purge'
  const stored = await storedRows(context, tx, {
    model,
    ids,
    binned: model.binned && binned,
    lock: true,
    anyOfTable: request.where === 'none',
    ...(request.scope === 'none' ? {} : { actor: request.actor }),
  })
  request.staged?.relyOn(model, stored)
  if (request.operation === 'edit' && model.links.length) {
    for (const [id, links] of await readLinks(tx, model, [...stored.keys()])) Object.assign(stored.get(id) ?? {}, links)
  }
  return prepared.map((row) => {
    const before = row.id === undefined ? undefined : stored.get(row.id)
    if (before && request.operation === 'edit') return editDraft(write, named(model, row, before), before)
    const draft = new Draft(row.id ?? '', before ?? null, null)
    if (!before) draft.fail(new NotFound())
    return draft
  })
}
